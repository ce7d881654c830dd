#!/bin/sh
# Instala a loja como serviço em um Debian ou Ubuntu, ou a atualiza, a partir do arquivo de uma versão. Como root:
#
#   sh install.sh corte-final-1.0.0.tar.gz --dominio loja.exemplo.com.br
#
# Sem o arquivo, instala a pasta desempacotada em que este programa está. Rodado de novo com a mesma versão, não muda nada.
#   --dominio NOME   o endereço público, cujo certificado a loja pede: DOMAIN em um .env novo
#   --proxy          com --dominio: um proxy tem o certificado (SITE_URL e TRUST_PROXY)
#   --porta NÚMERO   em vez da 4321, também só em um .env novo
#
# DESTDIR, para experimentar: tudo o que é lido e escrito do sistema fica abaixo dessa pasta.
#
# shellcheck disable=SC2015
set -eu
umask 077

user=corte-final
home=/opt/corte-final
root=${DESTDIR:-}
app=$root$home/app
settings=$app/.env
manifest=$root$home/app.sha256
unit=$root/etc/systemd/system/corte-final.service
archive='' domain='' wanted_port='' updated='' proxy=''
NEEDED_MEMORY_MB=1300
NEEDED_DISK_MB=1200

main() {
	read_options "$@"
	expect_machine
	work=$(mktemp -d)
	trap 'rm -rf "$work"' EXIT
	trap 'exit 1' HUP INT TERM
	unpack
	expect_own_folder
	find_node
	choose_address
	if is_installed; then
		say "A versão $version já está instalada em $home/app."
	else
		expect_room
		make_user_and_folders
		if [ -e "$manifest" ]; then update; else put_code; fi
	fi
	write_settings
	put_unit
	start
	say_what_is_left
}

read_options() {
	while [ $# -gt 0 ]; do
		case $1 in
			--dominio) domain=${2:-}; expect_domain; shift 2 ;;
			--proxy) proxy=1; shift ;;
			--porta) wanted_port=${2:-}; expect_port; shift 2 ;;
			--ajuda | --help) sed -n '2,/^#$/d;/^#   /s/^# *//p;/^set/q' "$0"; exit 0 ;;
			-*) fail "Não conheço a opção $1. As que existem são --dominio, --proxy e --porta." ;;
			*)
				[ -z "$archive" ] || fail 'Diga um só arquivo.'
				archive=$1
				shift
				;;
		esac
	done
}

expect_domain() {
	printf '%s\n' "$domain" | grep -Eq '^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$' ||
		fail 'Diga o domínio só pelo nome, em letras minúsculas e sem https://: --dominio loja.exemplo.com.br'
}

expect_port() {
	case $wanted_port in
		'' | *[!0-9]* | ??????*) ;;
		*) [ "$wanted_port" -lt 1024 ] || [ "$wanted_port" -gt 65535 ] || return 0 ;;
	esac
	fail 'A porta é um número de 1024 a 65535: --porta 4321'
}

expect_machine() {
	[ "$(id -u)" = 0 ] || fail 'Rode este programa como root: sudo sh install.sh …'
	[ -d "$root/run/systemd/system" ] ||
		fail 'Este sistema não usa systemd, e este programa instala um serviço dele. docs/operations.md diz como usar Docker.'
}

unpack() {
	fresh=$work/code
	mkdir "$fresh"
	if [ -n "$archive" ]; then
		[ -f "$archive" ] && [ -r "$archive" ] || fail "O arquivo $archive não existe ou não pode ser lido."
		tar -xzf "$archive" --strip-components=1 --no-same-owner -C "$fresh" 2>/dev/null ||
			fail "$archive não é um .tar.gz inteiro: copie ou baixe o arquivo outra vez."
	else
		archive=$(cd "$(dirname "$0")/.." && pwd)
		[ ! -e "$archive/.git" ] ||
			fail 'Esta pasta é um clone do git, e pode ter mais do que uma versão. Faça um arquivo com git archive e diga o nome dele.'
		[ "$archive" != "$app" ] || fail "Rode o install.sh da versão que quer instalar, desempacotada fora de $home."
		tar -C "$archive" --exclude-from="$archive/deploy/not-of-a-release.txt" -cf "$work/folder.tar" . &&
			tar -xf "$work/folder.tar" --no-same-owner -C "$fresh" || fail "A pasta $archive não pôde ser lida por inteiro."
	fi
	grep -q '"name": "corte-final"' "$fresh/package.json" 2>/dev/null && [ -f "$fresh/src/server/setup.mjs" ] ||
		fail "$archive não tem o programa da loja."
	version=$(sed -n 's/^  "version": "\(.*\)",$/\1/p' "$fresh/package.json")
	(cd "$fresh" && find . -type f | LC_ALL=C sort | xargs -d '\n' sha256sum) >"$work/manifest"
}

# What was put there by hand, or cloned, is somebody else's to update.
expect_own_folder() {
	[ -e "$manifest" ] || [ -e "$manifest.parcial" ] || [ -z "$(ls -A "$app" 2>/dev/null)" ] ||
		fail "A pasta $home/app já tem arquivos que este programa não pôs lá. Se é a sua loja, atualize-a como docs/operations.md diz em Atualizar."
}

find_node() {
	has_node && return
	say 'Falta o Node 20 ou mais novo, com npm. Procurando na distribuição.'
	apt-get update -qq >/dev/null || fail 'apt-get update não deu certo: veja a conexão deste servidor e rode de novo.'
	offered=$(LC_ALL=C apt-cache policy nodejs | sed -n 's/^ *Candidate: \([0-9][0-9]*\).*/\1/p')
	[ "${offered:-0}" -ge 20 ] ||
		fail "Falta o Node 20 ou mais novo, com npm em /usr/bin, e esta distribuição não o tem: ponha o da NodeSource, https://github.com/nodesource/distributions, pelos comandos de docs/operations.md em Node no Debian 12 e no Ubuntu, e rode de novo."
	export DEBIAN_FRONTEND=noninteractive
	apt-get install -qq -y --no-install-recommends nodejs >/dev/null &&
		{ has_node || apt-get install -qq -y --no-install-recommends npm >/dev/null; } && has_node ||
		fail 'O Node da distribuição não pôde ser instalado: rode apt-get install nodejs npm, e veja o que dizem node --version e npm --version.'
}

# The service looks in these two folders, and not where a person's own version manager puts one.
has_node() {
	for folder in "$root/usr/local/bin" "$root/usr/bin"; do
		[ -x "$folder/node" ] || continue
		node=$folder/node
		[ "$("$node" -p 'parseInt(process.versions.node)')" -ge 20 ] && [ -x "$folder/npm" ] && return
		return 1
	done
	return 1
}

choose_address() {
	host=$(setting HOST)
	case $host in '' | 0.0.0.0 | ::) host=127.0.0.1 ;; esac
	port=$(setting PORT)
	[ -f "$settings" ] || port=$wanted_port
	port=${port:-4321}
	is_running || "$node" -e '
		const [port, host] = process.argv.slice(1);
		require("node:net").createServer().on("error", () => process.exit(1)).listen(port, host, () => process.exit());
	' "$port" "$host" || fail "A porta $port já é usada por outro programa: diga outra com --porta, ou PORT em $home/app/.env."
}

setting() {
	[ ! -f "$settings" ] || sed -n "s/^$1=//p" "$settings" | tail -n 1 | tr -d "\"'"
}

is_running() {
	systemctl is-active --quiet corte-final
}

is_installed() {
	cmp -s "$work/manifest" "$manifest"
}

expect_room() {
	memory=$(awk '/^(MemAvailable|SwapFree):/ { sum += $2 } END { print int(sum / 1024) }' "$root/proc/meminfo")
	[ "$memory" -ge "$NEEDED_MEMORY_MB" ] ||
		fail "Há $memory MB de memória livre, com a troca, e preparar a loja pede $NEEDED_MEMORY_MB. Crie uma área de troca: fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile, e a linha /swapfile none swap sw 0 0 em /etc/fstab."
	(umask 022 && mkdir -p "$root/opt")
	disk=$(df -Pm "$root/opt" | awk 'END { print $4 }')
	[ "$disk" -ge "$NEEDED_DISK_MB" ] ||
		fail "Há $disk MB livres no disco de /opt, e a loja pede $NEEDED_DISK_MB para o programa e o que ele instala."
}

make_user_and_folders() {
	getent passwd "$user" >/dev/null ||
		useradd --system --user-group --home-dir "$home" --shell /usr/sbin/nologin "$user" ||
		fail "O usuário $user não pôde ser criado."
	[ -d "$root$home" ] || {
		(umask 022 && mkdir -p "$root$home")
		chown "$user:" "$root$home"
	}
	as_user mkdir -p "$app" "$root$home/data" || fail "As pastas de $home não podem ser escritas pelo usuário $user."
}

# Root writes nothing in the folders of a service that strangers talk to.
as_user() {
	(cd "$root$home" && runuser -u "$user" -- env HOME="$root$home" PATH="$(dirname "$node"):$PATH" "$@")
}

# The program in place prepares the new one beside itself, changes places with it, and goes back where that does not open.
# shellcheck disable=SC2016
update() {
	tar -C "$fresh" -cf "$work/code.tar" .
	as_user sh -c 'rm -rf "$1" && mkdir "$1" && tar -xf - --no-same-permissions -C "$1"' sh "$root$home/release" <"$work/code.tar" ||
		fail "$home não pôde ser escrita por inteiro. A loja continua como estava."
	as_user sh -c 'cd app && npm run --silent update -- "$1" --same-version' sh "$root$home/release" ||
		fail "A versão $version não entrou no lugar; o que houve está dito acima. Rode de novo depois de resolver."
	as_user rm -rf "$root$home/release"
	write "$manifest" <"$work/manifest"
	updated=1
}

put_code() {
	say "Pondo a versão $version em $home/app."
	cat "$work/manifest" "$manifest.parcial" 2>/dev/null | LC_ALL=C sort -u >"$work/both" || :
	write "$manifest.parcial" <"$work/both"
	cut -c 67- "$work/both" | sort -u | while IFS= read -r file; do [ -f "$fresh/$file" ] || printf '%s\n' "$file"; done >"$work/gone"
	# shellcheck disable=SC2016
	as_user sh -c 'cd app && while IFS= read -r file; do rm -f "$file"; rmdir -p "${file%/*}" 2>/dev/null || :; done' <"$work/gone"
	tar -C "$fresh" -cf "$work/code.tar" .
	as_user tar -xf - --no-same-permissions -C "$app" <"$work/code.tar" || fail "$home/app não pôde ser escrita por inteiro. $AGAIN"
	say 'Preparando a loja; leva alguns minutos.'
	as_user sh -c 'cd app && exec node src/server/setup.mjs' || fail "A loja não pôde ser preparada. $AGAIN"
	write "$manifest" <"$work/manifest"
	as_user rm -f "$manifest.parcial"
}

AGAIN='Resolva o que está dito acima e rode de novo, que continua daí.'

# shellcheck disable=SC2016
write() {
	as_user sh -c 'cat >"$1.novo" && mv "$1.novo" "$1"' sh "$1"
}

write_settings() {
	if [ -f "$settings" ]; then
		[ -z "$domain" ] || [ "$(setting SITE_URL)" = "https://$domain" ] || [ "$(setting DOMAIN)" = "$domain" ] ||
			say "$home/app/.env já existe e não foi mudado: para --dominio, escreva nele $(lines_of_domain | paste -sd ' ')."
		[ -z "$wanted_port" ] || [ "$port" = "$wanted_port" ] ||
			say "$home/app/.env já existe e não foi mudado: para --porta, escreva nele PORT=$wanted_port."
		return
	fi
	{
		printf '# Escrito uma vez por install.sh; daqui em diante é seu. .env.example tem as outras linhas.\n'
		[ -z "$domain" ] || lines_of_domain
		[ -z "$wanted_port" ] || printf 'PORT=%s\n' "$wanted_port"
		printf 'DATABASE_URL=file:%s\nUPLOADS_DIR=%s\nFILES_DIR=%s\nMAIL_DIR=%s\n' \
			"$home/data/store.sqlite" "$home/data/uploads" "$home/data/files" "$home/data/outbox"
		printf '# Vazia, e não com a loja de demonstração.\nDEMO_DATA=false\n'
	} | write "$settings"
}

lines_of_domain() {
	if [ -n "$proxy" ]; then
		printf 'SITE_URL=https://%s\nTRUST_PROXY=1\n' "$domain"
	else
		printf 'DOMAIN=%s\n' "$domain"
	fi
}

put_unit() {
	if ! cmp -s "$fresh/deploy/corte-final.service" "$unit"; then
		if [ -e "$unit" ] && ! cmp -s "$root$home/corte-final.service" "$unit"; then
			say "Você mudou $unit, que ficou como está; o desta versão é $home/app/deploy/corte-final.service."
		else
			cp "$fresh/deploy/corte-final.service" "$unit"
			chmod 644 "$unit"
			systemctl daemon-reload
		fi
	fi
	cmp -s "$fresh/deploy/corte-final.service" "$root$home/corte-final.service" ||
		write "$root$home/corte-final.service" <"$fresh/deploy/corte-final.service"
	systemctl is-enabled --quiet corte-final || systemctl enable --quiet corte-final
}

start() {
	link=''
	if is_running; then
		[ -n "$updated" ] || say 'O serviço já está no ar e não foi reiniciado.'
		return
	fi
	say 'Iniciando o serviço.'
	systemctl reset-failed corte-final 2>/dev/null || :
	systemctl restart corte-final || fail_to_open
	tries=0
	until is_ready; do
		tries=$((tries + 1))
		[ "$tries" -lt 90 ] && [ "$(systemctl show --property NRestarts --value corte-final)" -lt 2 ] || fail_to_open
		sleep 1
	done
	tries=0
	until journal | grep -Eq '/instalar\?chave=|está aberta em|/login'; do
		tries=$((tries + 1))
		[ "$tries" -lt 10 ] || break
		sleep 1
	done
	link=$(journal | sed -n 's/^ *\(http.*\/instalar?chave=.*\)$/\1/p' | tail -n 1)
}

is_ready() {
	"$node" -e '
		fetch(process.argv[1], { signal: AbortSignal.timeout(2000) }).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1));
	' "http://$host:$port/readyz"
}

journal() {
	journalctl --quiet --no-pager --output cat "_SYSTEMD_INVOCATION_ID=$(systemctl show --property InvocationID --value corte-final)"
}

fail_to_open() {
	journalctl --quiet --no-pager --output cat --unit corte-final --lines 8 >&2 || :
	fail "A loja não abriu; as últimas linhas do diário estão acima. Corrija e rode: systemctl restart corte-final"
}

say_what_is_left() {
	say ''
	if [ -n "$link" ]; then
		say 'Abra este link no navegador, em até 24 horas, para criar a sua conta e abrir a loja. Não o mostre a ninguém:' "  $link"
	else
		say 'Se a sua conta ainda não foi criada, o link para isso está no diário: journalctl -u corte-final | grep instalar'
	fi
	site=$(setting SITE_URL)
	own=$(setting DOMAIN)
	if [ -n "$own" ]; then
		say "A loja pede o certificado de $own sozinha, e concorda por você com os termos da Let's Encrypt. O domínio precisa apontar para este servidor." \
			'Se um proxy já usa as portas 80 e 443 daqui, apague DOMAIN do .env e escreva SITE_URL e TRUST_PROXY.'
	elif [ -n "$site" ]; then
		say "Falta pôr um proxy com certificado na frente de $host:$port, se ainda não há um: docs/operations.md, em HTTPS e proxy."
	else
		say 'A loja só atende nesta máquina, até você dar a ela um domínio no passo Endereço. Para vê-la do seu computador, deixe isto aberto nele:' \
			"  ssh -L $port:$host:$port usuario@este-servidor"
	fi
	say "O firewall não foi mexido. Deixe entrar 22, 80 e 443, e não a $port: ufw allow 22/tcp && ufw allow 80,443/tcp && ufw enable"
}

say() {
	printf '%s\n' "$@"
}

fail() {
	printf '%s\n' "$1" >&2
	exit 1
}

main "$@"
