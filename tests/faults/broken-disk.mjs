// Loaded into every thread with NODE_OPTIONS=--import: once the file named by BROKEN_DISK exists, the system call it contains
// (fsyncSync or writeSync) fails on every database file, as on a failing or full disk.
import fs from 'node:fs'

const marker = process.env.BROKEN_DISK
const faults = {
  fsyncSync: Object.assign(new Error('EIO: i/o error'), { code: 'EIO', errno: -5 }),
  writeSync: Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 }),
}

for (const [name, fault] of Object.entries(faults)) {
  const works = fs[name]
  fs[name] = (descriptor, ...rest) => {
    const ownOutput = descriptor <= 2
    if (!ownOutput && fs.existsSync(marker) && fs.readFileSync(marker, 'utf8') === name) throw fault
    return works(descriptor, ...rest)
  }
}
