import { renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { wallet } from '#contract/wallet.ts'
import { useDialogFocus } from '#src/console/layout/dialog-focus.ts'
import '#src/resources/instances/actions/ActionDialog.tsx'
import '#src/resources/instances/InstanceList.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { aUser } from '#tests/web/support/people.ts'
import { aWallet } from '#tests/web/support/wallet.ts'
import { on } from '#tests/web/support/wire.ts'
import { anInstance, rowOf, serveInstances } from '../instances/rentals.ts'

const row = anInstance()
const open = async () => {
  serveInstances([row])
  await openApp('/console/container-instance', { user: aUser() })
  return rowOf(row.nick_name)
}

beforeEach(() => on(wallet.get, () => aWallet()))

describe('A dialog that closes gives the focus back', () => {
  it('to the button that opened it', async () => {
    const line = await open()
    const opener = within(line).getByRole('button', { name: `关机 ${row.nick_name}` })
    await userEvent.click(opener)
    await screen.findByRole('dialog', { name: `关机「${row.nick_name}」` })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
  })
})

describe('A dialog that opens', () => {
  const opened = (content: string): HTMLElement => {
    const page = document.body.appendChild(document.createElement('div'))
    renderHook(() => useDialogFocus({ current: page }, 'main'))
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    dialog.innerHTML = `<div tabindex="0">${content}</div>`
    return dialog.firstElementChild as HTMLElement
  }

  it('offers its first field at once, and never again', () => {
    const box = opened('<input type="checkbox"><input id="name"><button>保存</button>')
    box.focus()
    expect(box.querySelector('#name')).toHaveFocus()
    box.focus()
    expect(box).toHaveFocus()
  })

  it('leaves the focus to what asked for it', () => {
    const box = opened('<input id="name"><button>取消</button>')
    box.querySelector('button')?.focus()
    expect(box.querySelector('button')).toHaveFocus()
  })
})

describe('The menu beside the page', () => {
  it('brings the present entry into sight', async () => {
    // Every entry stands below a menu of 600 px.
    const scrolled = () => document.querySelector('nav[aria-label="控制台"]')?.scrollTop ?? 0
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return this.tagName === 'A' ? new DOMRect(0, 1000 - scrolled(), 100, 40) : new DOMRect(0, 0, 100, 600)
    })
    await open()
    await waitFor(() => expect(screen.getByRole('navigation', { name: '控制台' }).scrollTop).toBe(720))
    vi.restoreAllMocks()
  })
})
