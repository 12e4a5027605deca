import { open, rename } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Makes the names in `folder` survive a power cut. Folders cannot be opened on some systems; there the rename must do. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

/** Replaces `path` as one step: a reader, or a server killed at any moment, finds the old text or the new one. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(`${path}.new`, 'w', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
}
