import type { Patch } from './official-document.ts';

export const API_PIX_PATCHES: Patch[] = [
  { why: 'the CPF stands between slashes', find: /"\/\^\\\\d\{11\}\$\/"/g, replace: '"^\\\\d{11}$$"' },
  { why: 'the city code stands between slashes', find: /"\/\^\\\\d\{7\}\$\/"/g, replace: '"^\\\\d{7}$$"' },
  {
    why: 'the txid of a charge has no ends',
    find: /pattern: "\[a-zA-Z0-9\]\{26,35\}"/g,
    replace: 'pattern: "^[a-zA-Z0-9]{26,35}$$"',
  },
  { why: 'a txid has no ends', find: /pattern: "\[a-zA-Z0-9\]\{1,35\}"/g, replace: 'pattern: "^[a-zA-Z0-9]{1,35}$$"' },
  {
    why: 'an amount has no ends',
    find: /pattern: "\\\\d\{1,10\}\\\\\.\\\\d\{2\}"/g,
    replace: 'pattern: "^\\\\d{1,10}\\\\.\\\\d{2}$$"',
  },
  { why: 'a payment has no ends', find: /pattern: "\[a-zA-Z0-9\]\{32\}"/g, replace: 'pattern: "^[a-zA-Z0-9]{32}$$"' },
  {
    why: 'the list of payments must have "cobs", which it does not even describe',
    find: /title: "Pix Consultados"\n(\s+)required: \["parametros", "cobs"\]/,
    replace: 'title: "Pix Consultados"\n$1required: ["parametros", "pix"]',
  },
];
