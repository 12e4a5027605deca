import { VolumeError } from '#server/ports/volumes.ts'

/** Splits a relative path into names; empty for the root. Throws `bad_path` for `.`, `..`, empty, NUL or overlong names. */
export function parseVolumePath(path: string): string[] {
  if (path === '') return []
  const names = path.split('/')
  const odd = names.some((name) => name === '' || name === '.' || name === '..' || Buffer.byteLength(name) > 255)
  if (odd || path.includes('\0')) throw new VolumeError('bad_path', path)
  return names
}

/** Like `parseVolumePath`, for entries that can be created, replaced or moved: throws `bad_path` for the root. */
export function parsePathBelowRoot(path: string): [folder: string[], name: string] {
  const names = parseVolumePath(path)
  const name = names.pop()
  if (name === undefined) throw new VolumeError('bad_path', path)
  return [names, name]
}

export const joinVolumePath = (names: readonly string[]): string => names.join('/')
export const isVolumePathWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)

/** Compares by bytes, like object stores order keys, so the contents of a folder stay next to each other. */
export const compareBytes = (one: string, other: string): number => Buffer.compare(Buffer.from(one), Buffer.from(other))
