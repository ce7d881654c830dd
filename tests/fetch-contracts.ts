import { DOCUMENTS_FOLDER, fetchOfficialDocument, OFFICIAL_DOCUMENTS } from './support/banks/document-files.ts';

for (const document of OFFICIAL_DOCUMENTS) {
  await fetchOfficialDocument(document, DOCUMENTS_FOLDER);
  console.log(`tests/contract/documents/${document.name}`);
}
