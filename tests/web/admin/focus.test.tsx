import { fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { instanceStatusCodes } from '#contract/instance-actions.ts'
import { instances } from '#contract/instances.ts'
import { wallet } from '#contract/wallet.ts'
import { useDialogFocus } from '#src/admin/layout/dialog-focus.ts'
import '#src/features/instances/actions/ActionDialog.tsx'
import '#src/features/instances/instances.resource.tsx'
import { buildInstance, findTableRow, serveInstances } from '#tests/web/features/instances/rentals.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { buildWallet } from '#tests/web/support/wallet.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const row = buildInstance()
const open = async () => {
  serveInstances([row])
  await openApp('/console/container-instance', { user: buildUser() })
  return findTableRow(row.nick_name)
}

beforeEach(() => mockCall(wallet.get, () => buildWallet()))

describe('A dialog that closes gives the focus back', () => {
  it('to the button that opened it', async () => {
    const line = await open()
    const opener = within(line).getByRole('button', { name: `关机 ${row.nick_name}` })
    await userEvent.click(opener)
    await screen.findByRole('dialog', { name: `关机「${row.nick_name}」` })
    fireEvent.keyDown(opener, { key: 'Escape', keyCode: 27 }) // before the dialog has come to rest and taken the focus
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('to its row, when the button goes with what it did', async () => {
    const line = await open()
    mockCall(instances.shutdown, () => ({ ...row, status: instanceStatusCodes.shutting_down }))
    await userEvent.click(within(line).getByRole('button', { name: `关机 ${row.nick_name}` }))
    const dialog = await screen.findByRole('dialog', { name: `关机「${row.nick_name}」` })
    serveInstances([{ ...row, status: instanceStatusCodes.shutting_down }])
    await userEvent.click(within(dialog).getByRole('button', { name: '关机' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: `关机 ${row.nick_name}` })).not.toBeInTheDocument())
    await waitFor(async () => expect(await findTableRow(row.nick_name)).toHaveFocus())
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

describe('While a dialog stands', () => {
  const stand = (standing: boolean) => {
    const page = document.body.appendChild(document.createElement('div'))
    const opener = page.appendChild(document.createElement('button'))
    const pressed = vi.fn()
    opener.addEventListener('click', pressed)
    opener.focus()
    renderHook(() => useDialogFocus({ current: page }, 'main'))
    const dialog = document.body.appendChild(document.createElement('div'))
    dialog.setAttribute('role', 'dialog')
    dialog.setAttribute('aria-modal', 'true')
    dialog.innerHTML = '<div tabindex="0"><button>确定</button></div>'
    dialog.checkVisibility = () => standing
    onTestFinished(() => dialog.remove())
    return { opener, pressed, box: dialog.firstElementChild }
  }

  it.each(['{Tab}', '{Enter}', ' ', 'g'])('the first key “%s” goes to it, though it is still arriving', async (key) => {
    const { box, pressed } = stand(true)
    const heard = vi.fn()
    window.addEventListener('keydown', heard, { once: true })
    await userEvent.keyboard(key)
    window.removeEventListener('keydown', heard)
    expect(box).toHaveFocus()
    expect(pressed).not.toHaveBeenCalled()
    expect(heard).not.toHaveBeenCalled()
  })

  it('and one that waits to be opened again takes nothing', async () => {
    const { opener, pressed } = stand(false)
    await userEvent.keyboard('{Enter}')
    expect(opener).toHaveFocus()
    expect(pressed).toHaveBeenCalledTimes(1)
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
