/** `data/in` of `data/in/a.txt`; `''` is the top. */
export const toParentFolder = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

export const toBaseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Path within a folder. */
export const joinPath = (folder: string, path: string): string => (folder && path ? `${folder}/${path}` : folder || path)

/** Every folder from the first to the last: `data`, `data/in`. */
export const toFolderChain = (path: string): string[] =>
  path ? path.split('/').map((_, index, names) => names.slice(0, index + 1).join('/')) : []

/** Whether a folder is this one or lies in it. */
export const isInsideFolder = (folder: string, of: string): boolean => folder === of || folder.startsWith(`${of}/`)

/** How the top is called. */
export const rootFolderName = '全部文件'
