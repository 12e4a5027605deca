/** Returns the parent folder: `data/in` for `data/in/a.txt`; `''` is the root. */
export const toParentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const toBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Joins a folder and a relative path. */
export const joinPath = (folder: string, path: string): string => (folder && path ? `${folder}/${path}` : folder || path)

/** Returns all ancestors and the folder itself: `data`, `data/in`. */
export const toFolderChain = (path: string): string[] =>
  path ? path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/')) : []

/** Returns whether a folder is this one or inside it. */
export const isInsideFolder = (folder: string, of: string): boolean => folder === of || folder.startsWith(`${of}/`)

/** Display name of the root folder. */
export const rootFolderName = '全部文件'
