import { Blob, File } from 'node:buffer'
import { vi } from 'vitest'

/** A file that was chosen by itself, and no part of a folder. */
class ChosenFile extends File {
  readonly webkitRelativePath = ''
}

/** Files whose bytes reach the network: those of jsdom arrive there as the words `[object Blob]`. For a whole test file. */
export function stubBrowserFiles(): void {
  vi.stubGlobal('Blob', Blob)
  vi.stubGlobal('File', ChosenFile)
}
