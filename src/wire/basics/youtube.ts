const HOSTS = ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'www.youtube-nocookie.com'];
const VIDEO_ID = /^[\w-]{6,20}$/;

export function youtubeId({ protocol, hostname, pathname, searchParams }: URL): string | null {
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const [first = '', second = ''] = pathname.split('/').slice(1);
  const isYoutube = HOSTS.includes(hostname);
  const id =
    hostname === 'youtu.be'
      ? first
      : isYoutube
        ? ['embed', 'shorts', 'live'].includes(first)
          ? second
          : searchParams.get('v')
        : null;
  return id && VIDEO_ID.test(id) ? id : null;
}
