const createPrefixTest = (text: string, at = 0) => {
  const wanted = Buffer.from(text, 'latin1')
  return (head: Buffer) => head.subarray(at, at + wanted.length).equals(wanted)
}
const createAllTest =
  (...tests: ((head: Buffer) => boolean)[]) =>
  (head: Buffer) =>
    tests.every((test) => test(head))

/** File signatures and the kind each one means; the first match wins. */
const kindSignatures: readonly [kind: string, fits: (head: Buffer) => boolean][] = [
  ['image/png', createPrefixTest('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', createPrefixTest('\xff\xd8\xff')],
  ['image/gif', createPrefixTest('GIF8')],
  ['image/webp', createAllTest(createPrefixTest('RIFF'), createPrefixTest('WEBP', 8))],
  ['image/bmp', createAllTest(createPrefixTest('BM'), (head) => head.length > 14 && head.readUInt32LE(6) === 0)],
  ['image/tiff', (head) => createPrefixTest('II*\0')(head) || createPrefixTest('MM\0*')(head)],
  ['audio/wav', createAllTest(createPrefixTest('RIFF'), createPrefixTest('WAVE', 8))],
  ['audio/flac', createPrefixTest('fLaC')],
  ['audio/mpeg', createPrefixTest('ID3')],
  ['audio/ogg', createPrefixTest('OggS')],
  ['video/avi', createAllTest(createPrefixTest('RIFF'), createPrefixTest('AVI ', 8))],
  ['video/mp4', createPrefixTest('ftyp', 4)],
  ['video/webm', createPrefixTest('\x1a\x45\xdf\xa3')],
  ['application/pdf', createPrefixTest('%PDF-')],
  ['application/zip', (head) => createPrefixTest('PK\x03\x04')(head) || createPrefixTest('PK\x05\x06')(head)],
  ['application/gzip', createPrefixTest('\x1f\x8b')],
  ['application/x-bzip2', createPrefixTest('BZh')],
  ['application/x-xz', createPrefixTest('\xfd7zXZ\0')],
  ['application/zstd', createPrefixTest('\x28\xb5\x2f\xfd')],
  ['application/x-7z', createPrefixTest("7z\xbc\xaf'\x1c")],
  ['application/x-rar', createPrefixTest('Rar!\x1a\x07')],
  ['application/x-tar', createPrefixTest('ustar', 257)],
  ['application/x-hdf5', createPrefixTest('\x89HDF\r\n\x1a\n')],
  ['application/parquet', createPrefixTest('PAR1')],
  ['application/x-npy', createPrefixTest('\x93NUMPY')],
  ['application/x-sqlite3', createPrefixTest('SQLite format 3\0')],
  ['application/x-elf', createPrefixTest('\x7fELF')],
  ['application/x-msdownload', createAllTest(createPrefixTest('MZ'), (head) => head.includes(0))],
]

/** Number of leading bytes used to detect a file's kind. */
export const fileHeadBytes = 4096

/** Returns whether bytes are UTF-8 without terminal control codes; tolerates a character cut off at the end. */
function isText(head: Buffer): boolean {
  for (const byte of head) if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
  }
}

/**
 * Detects a file's kind from its first `fileHeadBytes` bytes, ignoring its name. Markup gets its own kind, so that it is never
 * rendered.
 */
export function detectFileKind(head: Buffer): string {
  const known = kindSignatures.find(([, fits]) => fits(head))
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
