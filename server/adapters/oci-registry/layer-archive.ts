const blockBytes = 512
const nameBytes = 100
const mark = '.wh.'

/** True for a name that means a deletion in a layer, and so cannot be that of a file. */
export const isDeletionMark = (path: string): boolean => path.slice(path.lastIndexOf('/') + 1).startsWith(mark)

/**
 * Writes the entries that delete `paths` from the layers below, and the end of an archive. Each character of a path stands for
 * one byte: names may be in any encoding.
 */
export function* endArchive(paths: Iterable<string>): Generator<Buffer> {
  for (const path of paths) {
    const cut = path.lastIndexOf('/') + 1
    const name = Buffer.from(`${path.slice(0, cut)}${mark}${path.slice(cut)}`, 'latin1')
    if (name.length > nameBytes) {
      const body = Buffer.alloc(Math.ceil((name.length + 1) / blockBytes) * blockBytes)
      name.copy(body)
      yield buildHeader(Buffer.from('././@LongLink'), 'L', name.length + 1)
      yield body
    }
    yield buildHeader(name.subarray(0, nameBytes), '0', 0)
  }
  yield Buffer.alloc(2 * blockBytes)
}

/** In the format of GNU's tar, owned by root, of 1970. */
function buildHeader(name: Uint8Array, type: string, size: number): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.set(name)
  const octal = (value: number, length: number) => value.toString(8).padStart(length, '0')
  header.write(`${octal(0o644, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0${octal(size, 11)}\0${octal(0, 11)}\0`, nameBytes, 'latin1')
  header.write(`        ${type}`, 148, 'latin1')
  header.write('ustar  \0', 257, 'latin1')
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148, 'latin1')
  return header
}
