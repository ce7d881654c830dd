/**
 * Checks a ticket without the shop: its claims, or null where nothing in it may be believed.
 * `keys` are those of /api/licenses/keys.json, built into the plugin. Where WebCrypto lacks Ed25519 (CEP, UXP),
 * give `verify` as (signature, message, publicKey) => ed25519.verifyAsync(signature, message, publicKey) of @noble/ed25519.
 */
globalThis.readTicket = async (
  ticket,
  { keys, productId, fingerprint, now = Date.now(), verify = verifyByWebCrypto },
) => {
  try {
    const [header, claims, signature] = ticket.trim().split('.');
    const { alg, kid } = readJson(header);
    const key = keys.find((known) => known.kid === kid);
    if (alg !== 'EdDSA' || !key) return null;
    const message = new TextEncoder().encode(`${header}.${claims}`);
    if (!(await verify(readBytes(signature), message, readBytes(key.x)))) return null;
    const { pid, fp, exp, ...rest } = readJson(claims);
    const isOurs = pid === productId && fp === (await hashOf(fingerprint));
    return isOurs && now < exp * 1000 ? { pid, fp, exp, ...rest } : null;
  } catch {
    return null;
  }
};

async function verifyByWebCrypto(signature, message, publicKey) {
  const key = await crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
  return crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message);
}

async function hashOf(fingerprint) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(fingerprint));
  const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function readJson(part) {
  return JSON.parse(new TextDecoder().decode(readBytes(part)));
}

function readBytes(part) {
  return Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}
