import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import '#src/features/instances/create/CreateInstance.tsx'
import '#src/features/instances/instances.resource.tsx'
import { serverInfoStore } from '#src/ui/server-info.ts'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildServerInfo } from '#tests/web/support/server-info.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { serveCatalogue } from './create/shop.ts'
import { buildInstance, findTableRow, serveInstances } from './rentals.ts'

beforeEach(async () => {
  mockCall(platform.server_info, () => buildServerInfo({ offers: { ...buildServerInfo().offers, ssh: false } }))
  await serverInfoStore.load()
})

describe('product §4 A platform without SSH login', () => {
  it('offers no command to copy in the list, and says why', async () => {
    serveInstances([buildInstance({ nick_name: '推理' })])
    await openApp('/console/container-instance')
    const copy = within(await findTableRow('推理')).getByRole('button', { name: '复制 SSH 命令 推理' })
    expect(copy).toHaveAttribute('aria-disabled', 'true')
    expect(copy).toHaveAccessibleDescription('这里没有开通 SSH 登录，请使用终端')
  })

  it('promises no login with a key or a password to who creates an instance', async () => {
    serveCatalogue()
    await openApp('/create-instance')
    expect(await screen.findByText('这里没有开通 SSH 登录，创建后在实例详情页打开终端。')).toBeVisible()
    expect(screen.queryByText(/密码登录|私钥登录/)).toBeNull()
  })
})
