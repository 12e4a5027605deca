import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { Resource } from '#src/admin/resource.ts'
import { ApiError } from '#src/api/api-error.ts'
import gadgets from '#tests/web/app/gadgets.resource.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockAccess, mockAuth, mockData, renderConsole } from '#tests/web/support/render-console.tsx'

const resources = [gadgets]
const rows = [{ id: 'g-1', name: '陀螺', colour: 'red', note: '' }]
const getList = vi.fn(async () => ({ data: rows as never, total: 1 }))

describe('A page of the console, tested on providers of Refine', () => {
  it('lists what the data provider answers', async () => {
    renderConsole({ dataProvider: mockData({ getList }) }, { at: '/console/gadget?colour=red', resources })
    expect(await screen.findByRole('link', { name: '陀螺' })).toBeVisible()
    expect(getList).toHaveBeenCalledWith(
      expect.objectContaining({ resource: 'gadgets', filters: [{ field: 'colour', operator: 'eq', value: 'red' }] }),
    )
  })

  it('shows a field of the row that says the same as its title', async () => {
    const getOne = vi.fn(async () => ({ data: { ...rows[0], note: '陀螺' } as never }))
    renderConsole({ dataProvider: mockData({ getOne }) }, { at: '/console/gadget/g-1', resources })
    await screen.findByRole('heading', { name: '陀螺' })
    expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['颜色', '备注'])
  })

  it('shows at its field what a refused form is refused for', async () => {
    const taken = { name: ['名称已被占用'] }
    const create = async () => {
      throw new ApiError({ code: 'invalid', status: 422, message: '内容有误', errors: taken })
    }
    renderConsole({ dataProvider: mockData({ getList, create }) }, { at: '/console/gadget/create', resources })
    await userEvent.type(await screen.findByLabelText('名称'), '陀螺')
    await userEvent.click(screen.getByRole('button', { name: '创建' }))
    await screen.findByText('名称已被占用')
    expect(screen.getByLabelText('名称')).toHaveValue('陀螺')
  })

  it('does to a row what was asked and agreed to', async () => {
    // calls of the contract are told by their address; the frame makes some of its own
    const custom = vi.fn(({ url }: { url: string }) =>
      url.endsWith('/polish') ? Promise.resolve({ data: rows[0] as never }) : new Promise<never>(() => undefined),
    )
    renderConsole({ dataProvider: mockData({ getList, custom }) }, { at: '/console/gadget', resources })
    await userEvent.click(await screen.findByRole('button', { name: '擦亮 陀螺' }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '擦亮' }))
    await screen.findByText('已擦亮')
    expect(custom).toHaveBeenCalledWith(expect.objectContaining({ url: '/api/v1/gadget/g-1/polish' }))
  })

  it('offers no action that access control refuses', async () => {
    const accessControlProvider = mockAccess(({ action }) => action === 'create' || action === 'polish')
    renderConsole({ dataProvider: mockData({ getList }), accessControlProvider }, { at: '/console/gadget', resources })
    await screen.findByRole('link', { name: '陀螺' })
    expect(screen.queryByRole('button', { name: '新建玩意' })).toBeNull()
    expect(screen.queryByRole('button', { name: '擦亮 陀螺' })).toBeNull()
  })

  it('is closed to whom it is not for', async () => {
    const forMain = [{ ...gadgets, access: 'main' } as Resource]
    const authProvider = mockAuth(buildUser({ account_type: 'sub' }))
    renderConsole({ dataProvider: mockData({ getList }), authProvider }, { at: '/console/gadget', resources: forMain })
    expect(await screen.findByText('当前账号不能使用这个页面')).toBeVisible()
  })
})
