import { Collapsible } from './collapsible.tsx';

export function VersionNotes({ notesHtml }: { notesHtml: string }) {
  if (!notesHtml) return null;
  return (
    <Collapsible title="O que mudou">
      <Notes html={notesHtml} />
    </Collapsible>
  );
}

/** The server writes the HTML from Markdown, without any tag of the author. */
export function Notes({ html }: { html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the renderer escapes what the owner typed
  return <div className="notes" dangerouslySetInnerHTML={{ __html: html }} />;
}
