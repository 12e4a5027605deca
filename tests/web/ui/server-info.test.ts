import { expect, it } from 'vitest'
import { platform } from '#contract/platform.ts'
import { getServerOffers, serverInfoStore } from '#src/ui/server-info.ts'
import { buildServerInfo } from '#tests/web/support/server-info.ts'
import { mockRawCall, toAcceptedResponse } from '#tests/web/ui/header/wire.ts'

it('counts a feature as offered that a node of the version before does not name', async () => {
  const { ssh, ...named } = buildServerInfo().offers
  mockRawCall(platform.server_info, () => toAcceptedResponse({ ...buildServerInfo(), offers: { ...named, mail: false } }))
  await serverInfoStore.load()
  expect(getServerOffers()).toEqual({ ...named, mail: false, ssh: true })
})
