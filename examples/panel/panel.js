const { shop, productId, pluginVersion, keys } = globalThis.SETTINGS;
const DAY_MS = 24 * 60 * 60 * 1000;
const OFFLINE = 'Sem internet.';
const UNKNOWN_SIGNER = 'A loja enviou uma licença que este painel não reconhece.';

/** A real plugin reads what the machine is known by; a page alone can only draw a number once and keep it. */
const fingerprint = remember('fingerprint', () => crypto.randomUUID());

const part = (id) => document.getElementById(id);
const form = part('activation');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { key, machineName } = Object.fromEntries(new FormData(form));
  keep('key', key.trim());
  keep('machineName', machineName.trim());
  void busy(part('activate'), activate);
});
part('deactivate').addEventListener('click', () => void busy(part('deactivate'), deactivate));
part('check').addEventListener('click', () => void busy(part('check'), refresh));
part('code').addEventListener('focus', ({ target }) => target.select());
part('file').addEventListener('change', () => void takeFile());
form.addEventListener('input', showOfflineCode);

void start();

/** The ticket opens the plugin at once; the shop is asked afterwards, and its silence changes nothing. */
async function start() {
  form.elements.key.value = kept('key');
  form.elements.machineName.value = kept('machineName');
  showOfflineCode();
  const claims = await readKeptTicket();
  if (!claims) return showLocked('');
  showOpen(claims);
  await refresh();
}

async function activate() {
  const told = {
    machineName: kept('machineName'),
    platform: navigator.platform,
    pluginVersion,
    host: 'Painel de exemplo',
  };
  const answer = await call('activate', { key: kept('key'), productId, fingerprint, ...told });
  if (!answer.valid)
    return showLocked(answer.message ?? `${OFFLINE} Use a ativação sem internet, abaixo.`, answer.buyUrl);
  if (!(await take(answer.ticket))) showLocked(`${UNKNOWN_SIGNER} Confira as chaves em settings.js.`);
}

async function refresh() {
  const answer = await call('validate', { key: kept('key'), productId, fingerprint });
  if (answer.valid === false) {
    forget('ticket');
    return showLocked(answer.message, answer.buyUrl);
  }
  if (answer.valid && (await take(answer.ticket))) return;
  const why = answer.valid ? UNKNOWN_SIGNER : (answer.message ?? OFFLINE);
  const claims = await readKeptTicket();
  if (claims) showOpen(claims, `${why} A licença foi conferida aqui mesmo.`);
  else showLocked(`${why} A licença guardada venceu.`);
}

async function deactivate() {
  const answer = await call('deactivate', { key: kept('key'), fingerprint });
  if (!answer.success) return showNote(answer.message ?? `${OFFLINE} Tente de novo quando houver.`);
  forget('ticket');
  showLocked('');
}

async function takeFile() {
  const [file] = part('file').files;
  if (file && !(await take(await file.text()))) showLocked('Este arquivo não é uma licença deste computador.');
}

/** False where it is no good; the one that is kept stays then. */
async function take(ticket) {
  const claims = await read(ticket);
  if (!claims) return false;
  keep('ticket', ticket);
  showOpen(claims);
  return true;
}

function readKeptTicket() {
  return read(kept('ticket'));
}

/** A clock that was turned back does not make an old ticket good again. */
function read(ticket) {
  const now = Math.max(Date.now(), Number(kept('latestTime')) - DAY_MS);
  keep('latestTime', String(Math.max(Date.now(), Number(kept('latestTime')))));
  return globalThis.readTicket(ticket, { keys, productId, fingerprint, now });
}

/**
 * `valid` stands only in what the shop decided. Without it the ticket stays: nobody loses the plugin because the shop is
 * busy (429, 5xx) or away.
 */
async function call(name, body) {
  try {
    const response = await fetch(`${shop}/api/licenses/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    return response.ok ? (answer ?? {}) : { message: answer.message };
  } catch {
    return {};
  }
}

function showOpen({ exp, kind }, note = '') {
  document.body.dataset.state = 'open';
  part('kind').textContent = kind === 'trial' ? 'Teste até' : 'Funciona sem internet até';
  part('until').textContent = new Date(exp * 1000).toLocaleDateString('pt-BR');
  part('machine').textContent = kept('machineName') || 'Este computador';
  showNote(note);
}

/** A trial that is over leads to the shop. */
function showLocked(message, buyUrl) {
  document.body.dataset.state = 'locked';
  part('message').textContent = message;
  const buy = { href: buyUrl, target: '_blank', rel: 'noopener', textContent: 'Comprar' };
  part('buy').replaceChildren(...(buyUrl ? [Object.assign(document.createElement('a'), buy)] : []));
}

function showNote(note) {
  part('note').textContent = note;
}

function showOfflineCode() {
  const { key, machineName } = Object.fromEntries(new FormData(form));
  const told = JSON.stringify({ k: key.trim(), p: productId, f: fingerprint, n: machineName.trim() });
  const bytes = String.fromCharCode(...new TextEncoder().encode(told));
  part('code').value = `CF1.${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`;
}

async function busy(button, run) {
  button.disabled = true;
  await run();
  button.disabled = false;
}

function remember(name, make) {
  if (!kept(name)) keep(name, make());
  return kept(name);
}

function kept(name) {
  return localStorage.getItem(`licenca.${name}`) ?? '';
}

function keep(name, value) {
  localStorage.setItem(`licenca.${name}`, value);
}

function forget(name) {
  localStorage.removeItem(`licenca.${name}`);
}
