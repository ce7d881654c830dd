/** A word of so many letters, which no line can break at a space. */
export function longWord(length: number): string {
  return 'Superhipermegatransicionadordevideoscinematograficos'.repeat(Math.ceil(length / 52)).slice(0, length);
}

/** Ordinary words, on one line. */
export function longLine(length: number): string {
  return `${'Correção cinematográfica à moda de São Luís, com "aspas", & e <b>. '.repeat(Math.ceil(length / 67)).slice(0, length - 1)}Z`;
}

/** Sentences, empty lines, an address and a word that no column holds. */
export function longText(length: number): string {
  const paragraph = `${longLine(300)}\n\nhttps://exemplo.com.br/${longWord(120)}\n\n${longWord(90)}\n\n`;
  return paragraph
    .repeat(Math.ceil(length / paragraph.length))
    .slice(0, length)
    .trim()
    .padEnd(length, 'Z');
}

/** Markdown can make these wide: code, quotations, deep lists, headings of one word. */
export function longMarkdown(length: number): string {
  const part = `## ${longWord(100)}\n\n- ${longLine(200)}\n  - ${longWord(80)}\n    - três\n\n> ${longWord(120)}\n\n\`\`\`\n${longWord(200)}\n\`\`\`\n\n**${longWord(90)}** \`${longWord(90)}\`\n\n`;
  return part
    .repeat(Math.ceil(length / part.length))
    .slice(0, length)
    .trim();
}

/** The longest address that SMTP knows: 64 letters, and a domain of three long names. */
export function longEmail(start: string): string {
  const label = 'comprador'.repeat(7);
  return `${start}${label.slice(0, 64 - start.length)}@${label}.${label}.${label.slice(0, 58)}.br`;
}

/** Signs of other scripts, two of them stacked high, and what looks like markup. */
export const ODD_LINE = '<b>Ação</b> & “Curvas” 🎬👩🏽‍💻 日本語のプラグイン إضافة Z̴̡̛͙̺ ﷽ {nome} %s';
