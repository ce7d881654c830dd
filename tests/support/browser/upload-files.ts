/** The smallest valid file of each kind. */
export const FILES = {
  png: kind(
    '89504e470d0a1a0a0000000d4948445200000001000000010806000000' +
      '1f15c4890000000d4944415478da63fccff0bf1e00058202bf2ed2a5040000000049454e44ae426082',
    'png',
    'image/png',
  ),
  jpeg: kind(`ffd8ffe000104a46494600010100000100010000ffdb004300${'01'.repeat(64)}ffd9`, 'jpg', 'image/jpeg'),
  gif: kind(
    '47494638396101000100800000ff0000ffffff21f90401000000002c00000000010001000002024401003b',
    'gif',
    'image/gif',
  ),
  webp: kind(
    '524946462400000057454250565038201800000030010' + '09d012a0100010002003425a400037000fefb94000000',
    'webp',
    'image/webp',
  ),
  mp4: kind(`00000018667479706d70343200000000${'6d703432'}69736f6d${'00'.repeat(64)}`, 'mp4', 'video/mp4'),
  webm: kind(`1a45dfa39f4286810142f7810142f2810442f381084282847765626d${'00'.repeat(64)}`, 'webm', 'video/webm'),
  ogg: kind(`4f67675300020000000000000000${'01'.repeat(14)}807468656f7261${'00'.repeat(64)}`, 'ogv', 'video/ogg'),
};

export function withTail(bytes: Uint8Array, sizeBytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(sizeBytes);
  whole.set(bytes);
  return whole;
}

function kind(hex: string, extension: string, type: string) {
  return { bytes: Buffer.from(hex, 'hex'), extension, type };
}
