import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { operatorHomeMessage } from '#contract/operator/site-content.ts'
import '#src/operator/home-message/HomeMessageEditor.tsx'
import { openApp } from '#tests/web/support/open-app.tsx'
import { buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'

const configured = { text: '部署消息', set: false, default_text: '部署消息', updated_at: null }

describe('product §10 Home message', () => {
  it('is set by an operator, and given back to the configuration', async () => {
    const sent: string[] = []
    mockCall(operatorHomeMessage.get, () => configured)
    mockCall(operatorHomeMessage.update, ({ body }) => {
      sent.push(body.text)
      return { ...configured, text: body.text, set: true, updated_at: '2026-11-21T06:00:00Z' }
    })
    mockCall(operatorHomeMessage.reset, () => configured)
    await openApp('/operator/home-message', { user: buildUser({ role: 'operator_admin' }) })
    const field = await screen.findByLabelText('消息')
    expect(field).toHaveValue('部署消息')
    await userEvent.clear(field)
    expect(screen.getByText('空的消息保存后，页面顶部不显示任何消息。')).toBeVisible()
    await userEvent.type(field, '今晚扩容')
    await userEvent.click(screen.getByRole('button', { name: '保存' }))
    await userEvent.click(await screen.findByRole('button', { name: '恢复默认消息' }))
    expect(await screen.findByText('现在显示的是默认消息，它在部署时配置。')).toBeVisible()
    expect(field).toHaveValue('部署消息')
    expect(sent).toEqual(['今晚扩容'])
  })
})
