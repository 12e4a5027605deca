import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { notificationPreferences, unsubscribePath } from '#contract/notification-preferences.ts'
import '#src/auth/unsubscribe/UnsubscribePage.tsx'
import { paths } from '#src/paths.ts'
import { renderWholeApp } from '#tests/web/support/app.tsx'
import { mockCall, RefusedError } from '#tests/web/support/wire.ts'

const open = (token: string) => renderWholeApp(`${paths.unsubscribe}?token=${token}`, { user: null })

describe('decision 108 The page behind the last line of a mail', () => {
  it('has the address that the server puts into its mails', () => expect(paths.unsubscribe).toBe(unsubscribePath))

  it('names the class, and turns it off when asked to, not before', async () => {
    const sent: string[] = []
    mockCall(notificationPreferences.unsubscribe, ({ params }) => {
      sent.push(params.token)
      return { class: 'expiry' as const }
    })
    open('expiry.user-1.sig')
    expect(await screen.findByText(/不再用邮件接收.*“到期/)).toBeInTheDocument()
    expect(sent).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: '确认退订' }))
    expect(await screen.findByText('已退订')).toBeInTheDocument()
    expect(sent).toEqual(['expiry.user-1.sig'])
  })

  it.each(['', 'nothing.user-1.sig'])('says that %j is no link of ours', async (token) => {
    open(token)
    expect(await screen.findByText('退订链接无效')).toBeInTheDocument()
  })

  it('says so when the server does not know the signature', async () => {
    mockCall(notificationPreferences.unsubscribe, () => {
      throw new RefusedError('not_found')
    })
    open('expiry.user-1.forged')
    await userEvent.click(await screen.findByRole('button', { name: '确认退订' }))
    expect(await screen.findByText('退订链接无效')).toBeInTheDocument()
  })
})
