import { z } from 'zod'
import { limits } from './limits.ts'
import { isPlainText } from './plain-text.ts'

/** A lone surrogate is not valid text; no file system stores it. */
const loneSurrogate = /\p{Cs}/u
/** Folder reserved for the platform in each storage. */
const stagingName = '.zhisuan'
const countBytes = (text: string): number => new TextEncoder().encode(text).length

/** Returns what is wrong with a new file or folder name, as a message; undefined if it is valid. */
export function findFileNameFault(name: string): string | undefined {
  if (name === '') return '请输入名称'
  if (name === '.' || name === '..') return '名称不能是 . 或 ..'
  if (/[/\\]/.test(name)) return '名称不能包含 / 或 \\'
  if (!isPlainText(name)) return '名称不能包含控制字符或不可见字符'
  if (loneSurrogate.test(name)) return '名称包含无法识别的字符'
  if (name === stagingName) return '这个名称由平台使用，请换一个'
  if (countBytes(name) > limits.fileNameMaxBytes) {
    return `名称过长，最多 ${limits.fileNameMaxBytes} 字节（约 ${Math.floor(limits.fileNameMaxBytes / 3)} 个汉字）`
  }
}

/** Name of a new file or folder: any script, spaces and emoji; normalized to NFC so that equal names have equal bytes. */
export const FileName = z
  .string({ error: '请输入名称' })
  .transform((name) => name.normalize('NFC').trim())
  .superRefine((name, ctx) => {
    const fault = findFileNameFault(name)
    if (fault) ctx.addIssue({ code: 'custom', message: fault })
  })

function findPathFault(path: string): string | undefined {
  if (path === '') return
  if (countBytes(path) > limits.filePathMaxBytes) return `路径过长，最多 ${limits.filePathMaxBytes} 字节`
  const names = path.split('/')
  const odd = names.some((name) => name === '' || name === '.' || name === '..' || countBytes(name) > limits.fileNameMaxBytes)
  if (odd || names[0] === stagingName || loneSurrogate.test(path)) return '路径有误'
}

const Path = (check: (path: string) => string | undefined) =>
  z.string({ error: '请选择文件' }).superRefine((path, ctx) => {
    const fault = check(path)
    if (fault) ctx.addIssue({ code: 'custom', message: fault })
  })

/** A folder path: names separated by slashes, exactly as listed; `''` is the root. */
export const FolderPath = Path(findPathFault)
/** Path of a file or folder, never the root. */
export const EntryPath = Path((path) => (path === '' ? '请选择文件' : findPathFault(path)))
