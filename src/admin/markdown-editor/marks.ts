import { prefixed, type Selected, wrapped } from './edit-text.ts'

interface Mark {
  name: string
  label: string
  /** What stands on the button. */
  sign: string
  /** With Ctrl or ⌘. */
  key?: string
  apply: (selected: Selected) => Selected
}

export const marks: readonly Mark[] = [
  { name: 'heading', label: '标题', sign: 'H', apply: (selected) => prefixed(selected, '## ') },
  { name: 'bold', label: '加粗', sign: 'B', key: 'b', apply: (selected) => wrapped(selected, '**', '**', '重点') },
  { name: 'italic', label: '倾斜', sign: 'I', key: 'i', apply: (selected) => wrapped(selected, '*', '*', '文字') },
  { name: 'code', label: '行内代码', sign: '<>', key: 'e', apply: (selected) => wrapped(selected, '`', '`', 'nvidia-smi') },
  { name: 'block', label: '代码块', sign: '{ }', apply: (selected) => wrapped(selected, '\n```bash\n', '\n```\n', 'nvidia-smi') },
  { name: 'list', label: '列表', sign: '•', apply: (selected) => prefixed(selected, '- ') },
  { name: 'link', label: '链接', sign: '↗', key: 'k', apply: (selected) => wrapped(selected, '[', '](https://)', '链接文字') },
]
