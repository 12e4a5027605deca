import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string | Buffer
  content?: Buffer | string
  /** Instead of what is true. */
  size?: number
  crc?: number
  method?: number
  flags?: number
  /** Unix mode, such as 0o120777 of a link. */
  mode?: number
  /** Where the record is said to begin. */
  starts_at?: number
}

/** An archive written byte by byte, so that it can say anything of itself. */
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
