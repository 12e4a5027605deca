export interface TarEntry {
  /** Relative, at most 100 bytes; a folder ends with `/`. */
  path: string
  mode: number
  content?: string
}

const block = 512

/** An archive in ustar format with everything owned by root; folders before what is in them. */
export function tarOf(entries: readonly TarEntry[]): Buffer {
  const parts = entries.flatMap(({ path, mode, content = '' }) => {
    const bytes = Buffer.from(content)
    const filling = Buffer.alloc((block - (bytes.length % block)) % block)
    return [header(path, mode, bytes.length), bytes, filling]
  })
  return Buffer.concat([...parts, Buffer.alloc(2 * block)])
}

function header(path: string, mode: number, size: number): Buffer {
  const bytes = Buffer.alloc(block)
  if (Buffer.byteLength(path) > 100) throw new RangeError('tar path is too long')
  const octal = (value: number, at: number, length: number) =>
    bytes.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  bytes.write(path, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(size, 124, 12)
  octal(0, 136, 12)
  bytes.write(' '.repeat(8), 148, 'latin1')
  bytes.write(path.endsWith('/') ? '5' : '0', 156, 'latin1')
  bytes.write('ustar\x0000', 257, 'latin1')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return bytes
}
