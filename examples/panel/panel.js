const { shop, productId, pluginVersion, keys } = globalThis.SETTINGS;
const DAY_MS = 24 * 60 * 60 * 1000;

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
  if (!answer) return showLocked('Sem internet. Use a ativação sem internet, abaixo.');
  if (!answer.valid) return showLocked(answer.message);
  await take(
    answer.ticket,
    'A loja enviou uma licença que este painel não reconhece: confira as chaves em settings.js.',
  );
}

async function refresh() {
  const answer = await call('validate', { key: kept('key'), productId, fingerprint });
  if (!answer) {
    const claims = await readKeptTicket();
    if (claims) showOpen(claims, 'Sem internet: a licença foi conferida aqui mesmo.');
    else showLocked('A licença venceu. Conecte-se à internet para renovar.');
  } else if (answer.valid) await take(answer.ticket, 'A loja enviou uma licença que este painel não reconhece.');
  else {
    forget('ticket');
    showLocked(answer.message);
  }
}

async function deactivate() {
  const answer = await call('deactivate', { key: kept('key'), fingerprint });
  if (!answer) return showNote('Sem internet. Tente de novo quando houver.');
  forget('ticket');
  showLocked('');
}

async function takeFile() {
  const [file] = part('file').files;
  if (file) await take(await file.text(), 'Este arquivo não é uma licença deste computador.');
}

async function take(ticket, refusal) {
  keep('ticket', ticket);
  const claims = await readKeptTicket();
  if (claims) showOpen(claims);
  else {
    forget('ticket');
    showLocked(refusal);
  }
}

/** A clock that was turned back does not make an old ticket good again. */
function readKeptTicket() {
  const now = Math.max(Date.now(), Number(kept('latestTime')) - DAY_MS);
  keep('latestTime', String(Math.max(Date.now(), Number(kept('latestTime')))));
  return globalThis.readTicket(kept('ticket'), { keys, productId, fingerprint, now });
}

/** Null without an answer: nobody loses the plugin because the shop or the network is away. */
async function call(name, body) {
  try {
    const response = await fetch(`${shop}/api/licenses/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.status >= 500) return null;
    const answer = await response.json();
    return response.ok ? answer : { valid: false, message: answer.message };
  } catch {
    return null;
  }
}

function showOpen({ exp }, note = '') {
  document.body.dataset.state = 'open';
  part('until').textContent = new Date(exp * 1000).toLocaleDateString('pt-BR');
  part('machine').textContent = kept('machineName') || 'Este computador';
  showNote(note);
}

function showLocked(message) {
  document.body.dataset.state = 'locked';
  part('message').textContent = message;
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
