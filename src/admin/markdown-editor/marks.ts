import { type TextSelection, toggleLinePrefix, toggleWrap } from './edit-text.ts'

interface Mark {
  name: string
  label: string
  /** What stands on the button. */
  sign: string
  /** With Ctrl or ⌘. */
  key?: string
  apply: (selected: TextSelection) => TextSelection
}

export const marks: readonly Mark[] = [
  { name: 'heading', label: '标题', sign: 'H', apply: (selected) => toggleLinePrefix(selected, '## ') },
  { name: 'bold', label: '加粗', sign: 'B', key: 'b', apply: (selected) => toggleWrap(selected, '**', '**', '重点') },
  { name: 'italic', label: '倾斜', sign: 'I', key: 'i', apply: (selected) => toggleWrap(selected, '*', '*', '文字') },
  { name: 'code', label: '行内代码', sign: '<>', key: 'e', apply: (selected) => toggleWrap(selected, '`', '`', 'nvidia-smi') },
  {
    name: 'block',
    label: '代码块',
    sign: '{ }',
    apply: (selected) => toggleWrap(selected, '\n```bash\n', '\n```\n', 'nvidia-smi'),
  },
  { name: 'list', label: '列表', sign: '•', apply: (selected) => toggleLinePrefix(selected, '- ') },
  { name: 'link', label: '链接', sign: '↗', key: 'k', apply: (selected) => toggleWrap(selected, '[', '](https://)', '链接文字') },
]
