/** Writes a stored number as `+55 11 98765-4321`. */
export function whatsappText(number: string): string {
  return number.replace(/^\+55(\d\d)(\d+)(\d{4})$/, '+55 $1 $2-$3');
}

/** Opens a conversation with this sentence; nothing is sent before the owner presses send. */
export function whatsappUrl(number: string, { name, product }: { name: string; product: string }): string {
  const greeting = name === '' ? 'Oi!' : `Oi, ${name}!`;
  const sentence = `${greeting} Vi que seu Pix do ${product} não caiu. Quer que eu gere outro?`;
  return `https://wa.me/${number.replace('+', '')}?text=${encodeURIComponent(sentence)}`;
}
