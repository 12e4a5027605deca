import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { banners } from '#contract/banners.ts'
import { notifications } from '#contract/notifications.ts'
import { users } from '#contract/users.ts'
import '#src/app/HomeRoute.tsx'
import '#src/auth/LoginDialog.tsx'
import '#src/site/home/carousel/start-swiper.ts'
import { getAddress, renderWholeApp } from '#tests/web/support/app.tsx'
import { buildToken, buildUser } from '#tests/web/support/people.ts'
import { mockCall } from '#tests/web/support/wire.ts'
import { buildBanner } from '../site/home.ts'

describe('§2 The login dialog over /home', () => {
  it.each([
    ['login', '登录'],
    ['register', '注册'],
  ])('type=%s opens it', async (type, name) => {
    renderWholeApp(`/home?type=${type}`, { user: null })
    expect(await screen.findByRole('dialog', { name })).toBeInTheDocument()
  })

  it('no other type does', async () => {
    renderWholeApp('/home?type=wechat_bind', { user: null })
    await screen.findAllByRole('heading')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('closing returns to /home, whatever was asked', async () => {
    renderWholeApp('/home?type=login&url=%2Fmarket&invite_code=ZS8K2Q', { user: null })
    await userEvent.click(await screen.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(getAddress()).toBe('/home'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  it('its tab is in the address, so that a reload comes back to it, with what was asked kept', async () => {
    renderWholeApp('/home?type=login&url=%2Fmarket', { user: null })
    await userEvent.click(await screen.findByRole('tab', { name: '注册' }))
    await waitFor(() => expect(getAddress()).toBe('/home?type=register&url=%2Fmarket'))
  })

  it('goes on to what was asked when somebody has signed in in another tab', async () => {
    renderWholeApp('/home?type=login&url=%2Fabout-us', { user: null })
    await screen.findByRole('dialog', { name: '登录' })
    mockCall(users.get, () => buildUser())
    mockCall(notifications.unreaded_count, () => ({ count: 0 }))
    localStorage.setItem('token', JSON.stringify(buildToken()))
    window.dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: 'of the other tab' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(getAddress()).toBe('/about-us')
  })

  it('holds the carousel behind it, until it is closed', async () => {
    renderWholeApp('/home?type=login', { user: null })
    mockCall(banners.list, () => [buildBanner()])
    const carousel = await screen.findByRole('region', { name: '首页推荐' })
    await waitFor(() => expect(carousel.querySelector('[data-ready="true"]')).toBeInTheDocument())
    const live = () => carousel.querySelector('[aria-live]')?.getAttribute('aria-live')
    expect(live()).toBe('polite') // who stands still is read out
    await userEvent.click(await screen.findByRole('button', { name: '关闭' }))
    await waitFor(() => expect(live()).toBe('off'))
  })
})
