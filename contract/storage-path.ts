import { z } from 'zod'
import { limits } from './limits.ts'
import { isPlainText } from './plain-text.ts'

/** A lone half of a character is no text: no file system keeps it. */
const loneSurrogate = /\p{Cs}/u
/** What the platform keeps in each storage for itself. */
const stagingName = '.zhisuan'
const countBytes = (text: string): number => new TextEncoder().encode(text).length

/** What is wrong with a name for a new file or folder, in words; undefined when nothing is. */
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

/** The name of something new: any writing, spaces and emoji; composed to NFC, so that one name is written in one way. */
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

/** A folder: names with slashes between them, exactly as they are listed; `''` is the top. */
export const FolderPath = Path(findPathFault)
/** A file or folder, never the top. */
export const EntryPath = Path((path) => (path === '' ? '请选择文件' : findPathFault(path)))
