import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { describe, expect, it } from 'vitest'
import { toggleLinePrefix, toggleWrap } from '#src/admin/markdown-editor/edit-text.ts'
import { MarkdownEditor } from '#src/admin/markdown-editor/MarkdownEditor.tsx'

function Field({ initial = '', max = 20 }) {
  const [text, setText] = useState(initial)
  return (
    <MemoryRouter>
      <label htmlFor="readme">说明</label>
      <MarkdownEditor id="readme" value={text} onChange={setText} max={max} />
    </MemoryRouter>
  )
}
const field = () => screen.getByLabelText<HTMLTextAreaElement>('说明')

describe('The Markdown editor', () => {
  it('shows what readers will see, and nothing that runs', async () => {
    const user = userEvent.setup()
    render(<Field initial={'## 用法\n<img src=x onerror=alert(1)>'} max={99} />)
    await user.click(screen.getByRole('tab', { name: '预览' }))
    await screen.findByRole('heading', { name: '用法' })
    expect(document.querySelector('img')).toBeNull()
    await user.keyboard('{ArrowLeft}')
    expect(screen.getByRole('tab', { name: '编辑' })).toHaveFocus()
    expect(field()).toBeVisible()
  })

  it('marks the selection by keyboard, and takes the mark away again', async () => {
    const user = userEvent.setup()
    render(<Field initial="重要的事" />)
    await user.click(field())
    field().setSelectionRange(0, 2)
    await user.keyboard('{Control>}b{/Control}')
    expect(field()).toHaveValue('**重要**的事')
    await user.keyboard('{Control>}b{/Control}')
    expect(field()).toHaveValue('重要的事')
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, 2])
  })

  it('lets Tab leave the field', async () => {
    const user = userEvent.setup()
    render(<Field initial="a" />)
    await user.click(field())
    await user.tab()
    expect(field()).not.toHaveFocus()
    expect(field()).toHaveValue('a')
  })

  it('counts, and says when it is too much', async () => {
    const user = userEvent.setup()
    render(<Field max={3} />)
    await user.type(field(), '四个字了')
    expect(screen.getByText('4 / 3 字')).toHaveAttribute('data-over', 'true')
  })
})

describe('Marks', () => {
  it('go around a word where nothing is selected', () =>
    expect(toggleWrap({ text: 'ab', start: 1, end: 1 }, '`', '`', 'x')).toEqual({ text: 'a`x`b', start: 2, end: 3 }))

  it('stand before every selected line, or before none', () => {
    const listed = toggleLinePrefix({ text: 'a\nb\nc', start: 0, end: 3 }, '- ')
    expect(listed.text).toBe('- a\n- b\nc')
    expect(toggleLinePrefix(listed, '- ').text).toBe('a\nb\nc')
  })
})
