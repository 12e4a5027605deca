import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: Buffer | string
  /** Written instead of the true value. */
  size?: number
  crc?: number
  method?: number
  flags?: number
  /** Unix mode, such as 0o120777 for a symbolic link. */
  mode?: number
  /** The claimed offset of the record. */
  starts_at?: number
}

/** Builds a zip archive byte by byte, so that its headers can claim anything. */
export function buildZip(entries: readonly ZipEntry[]): Buffer {
  const records: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content = '', method = 8, flags = 0x800, mode = 0, ...said } of entries) {
    const raw = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(raw) : raw
    const nameBytes = Buffer.from(name as string)
    const facts = Buffer.alloc(22)
    facts.writeUInt16LE(flags, 0)
    facts.writeUInt16LE(method, 2)
    facts.writeUInt32LE(said.crc ?? crc32(raw), 8)
    facts.writeUInt32LE(packed.length, 12)
    facts.writeUInt32LE(said.size ?? raw.length, 16)
    facts.writeUInt16LE(nameBytes.length, 20)
    const record = Buffer.concat([Buffer.from('504b03041400', 'hex'), facts, Buffer.alloc(2), nameBytes, packed])
    const entry = Buffer.alloc(16)
    entry.writeUInt32LE((mode << 16) >>> 0, 8)
    entry.writeUInt32LE(said.starts_at ?? at, 12)
    directory.push(Buffer.from('504b010214031400', 'hex'), facts, entry, nameBytes)
    records.push(record)
    at += record.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('504b0506', 'hex')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...records, central, end])
}
