const starts = (text: string, at = 0) => {
  const wanted = Buffer.from(text, 'latin1')
  return (head: Buffer) => head.subarray(at, at + wanted.length).equals(wanted)
}
const both =
  (...tests: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    tests.every((test) => test(head))

/** What a file begins with, and what it is then; the first that fits. */
const beginnings: readonly [kind: string, fits: (head: Buffer) => boolean][] = [
  ['image/png', starts('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', starts('\xff\xd8\xff')],
  ['image/gif', starts('GIF8')],
  ['image/webp', both(starts('RIFF'), starts('WEBP', 8))],
  ['image/bmp', both(starts('BM'), (head) => head.length > 14 && head.readUInt32LE(6) === 0)],
  ['image/tiff', (head) => starts('II*\0')(head) || starts('MM\0*')(head)],
  ['audio/wav', both(starts('RIFF'), starts('WAVE', 8))],
  ['audio/flac', starts('fLaC')],
  ['audio/mpeg', starts('ID3')],
  ['audio/ogg', starts('OggS')],
  ['video/avi', both(starts('RIFF'), starts('AVI ', 8))],
  ['video/mp4', starts('ftyp', 4)],
  ['video/webm', starts('\x1a\x45\xdf\xa3')],
  ['application/pdf', starts('%PDF-')],
  ['application/zip', (head) => starts('PK\x03\x04')(head) || starts('PK\x05\x06')(head)],
  ['application/gzip', starts('\x1f\x8b')],
  ['application/x-bzip2', starts('BZh')],
  ['application/x-xz', starts('\xfd7zXZ\0')],
  ['application/zstd', starts('\x28\xb5\x2f\xfd')],
  ['application/x-7z', starts("7z\xbc\xaf'\x1c")],
  ['application/x-rar', starts('Rar!\x1a\x07')],
  ['application/x-tar', starts('ustar', 257)],
  ['application/x-hdf5', starts('\x89HDF\r\n\x1a\n')],
  ['application/parquet', starts('PAR1')],
  ['application/x-npy', starts('\x93NUMPY')],
  ['application/x-sqlite3', starts('SQLite format 3\0')],
  ['application/x-elf', starts('\x7fELF')],
  ['application/x-msdownload', both(starts('MZ'), (head) => head.includes(0))],
]

/** As much of a file as its kind is told from. */
export const head_bytes = 4096

/** Whether bytes are UTF-8 and nothing a terminal would obey; a character cut at the end is none the worse. */
function isText(head: Buffer): boolean {
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/** What a file is by its first `head_bytes` bytes: its name is not asked. Markup is told apart so that nobody shows it as such. */
export function kindOf(head: Buffer): string {
  const known = beginnings.find(([, fits]) => fits(head))
  if (known) return known[0]
  if (!isText(head)) return 'application/octet-stream'
  const opening = head
    .toString()
    .replace(/^\uFEFF/, '')
    .trimStart()
    .toLowerCase()
  const content = opening.replace(/<\?xml[^>]*>|<!--[\s\S]*?-->/g, '').trimStart()
  if (/^(?:<!doctype svg[^>]*>\s*)?<svg\b/.test(content)) return 'image/svg+xml'
  if (/^<(?:!doctype html|html|head|body|script|iframe)\b/.test(content)) return 'text/html'
  if (opening.startsWith('<?xml')) return 'text/xml'
  return 'text/plain'
}
