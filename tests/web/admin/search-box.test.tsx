import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SearchBox } from '#src/admin/list/SearchBox.tsx'

describe('A search in a list', () => {
  const search = vi.fn()
  const type = (text: string) => {
    render(<SearchBox value="" hint="名称" onSearch={search} />)
    const box = screen.getByRole('searchbox', { name: '名称' })
    fireEvent.change(box, { target: { value: text } })
    return box
  }
  beforeEach(() => {
    search.mockClear()
    window.history.pushState(null, '', '/console/container-instance')
    vi.useFakeTimers()
  })
  afterEach(() => vi.useRealTimers())

  it('begins when typing rests', () => {
    type(' 微调 ')
    expect(search).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1000)
    expect(search).toHaveBeenCalledExactlyOnceWith('微调')
  })

  it('begins once with Enter, however long its list takes', () => {
    fireEvent.keyDown(type('微调'), { key: 'Enter' })
    vi.advanceTimersByTime(1000)
    expect(search).toHaveBeenCalledExactlyOnceWith('微调')
  })

  it('does not bring back a page that was left before it began', () => {
    type('微调')
    window.history.pushState(null, '', '/console/container-instance/detail/1')
    vi.advanceTimersByTime(1000)
    expect(search).not.toHaveBeenCalled()
  })
})
