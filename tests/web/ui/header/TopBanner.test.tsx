import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import { TopBanner } from '#src/ui/header/TopBanner.tsx'
import { listRecordedCalls, mockRawCall, toAcceptedResponse } from './wire.ts'

const configure = (value: string | null) =>
  mockRawCall(platform.common_resource, ({ url }) => toAcceptedResponse({ key: url.searchParams.get('key'), value }))

describe('§2 Top banner', () => {
  it('shows the configured home message', async () => {
    configure('例行维护')
    render(<TopBanner />)
    expect(await screen.findByText('例行维护')).toBeInTheDocument()
    expect(listRecordedCalls(platform.common_resource)[0]?.url.search).toBe('?key=home_message')
  })

  it('is not there when nothing is configured', async () => {
    configure(null)
    render(<TopBanner />)
    await waitFor(() => expect(listRecordedCalls(platform.common_resource)).toHaveLength(1))
    expect(screen.queryByRole('complementary')).not.toBeInTheDocument()
  })

  it('stays away once dismissed, until the message changes', async () => {
    configure('例行维护')
    const first = render(<TopBanner />)
    await userEvent.click(await screen.findByRole('button', { name: '关闭公告' }))
    expect(screen.queryByText('例行维护')).not.toBeInTheDocument()
    first.unmount()

    const second = render(<TopBanner />)
    await waitFor(() => expect(listRecordedCalls(platform.common_resource)).toHaveLength(2))
    expect(screen.queryByText('例行维护')).not.toBeInTheDocument()
    second.unmount()

    configure('新区上线')
    render(<TopBanner />)
    expect(await screen.findByText('新区上线')).toBeInTheDocument()
  })
})
