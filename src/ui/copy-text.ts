import { toast } from './toast.ts'

/** Copies with a hidden field and `execCommand`, for browsers without the clipboard API (plain http). */
const copyByCommand = (text: string): boolean => {
  const field = document.createElement('textarea')
  field.value = text
  field.style.cssText = 'position:fixed;opacity:0'
  document.body.append(field)
  field.select()
  try {
    return document.execCommand('copy')
  } finally {
    field.remove()
  }
}

/** Copies the text and confirms it: with 复制成功 (requirements §2), or with what was copied. */
export async function copyText(text: string, confirmation = '复制成功'): Promise<void> {
  const copied = await (navigator.clipboard?.writeText(text).then(
    () => true,
    () => copyByCommand(text),
  ) ?? copyByCommand(text))
  if (copied) toast.success(confirmation)
  else toast.error('复制失败，请手动选择文字复制')
}
