import type { CouponCampaign } from '#contract/operator/coupons.ts'
import { Panel } from '#src/admin/layout/Panel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/Show.tsx'
import { History } from '#src/operator/shared/History.tsx'
import { Parts } from '#src/operator/shared/Parts.tsx'
import { Codes } from './Codes.tsx'
import { Held } from './Held.tsx'

/** A campaign, its codes, who holds what it gave, and who changed it. */
export default function CampaignShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const campaign = row as unknown as CouponCampaign // the resource's endpoint answers campaigns
        return (
          <Parts>
            {campaign.how === 'code' && (
              <Panel title="兑换码">
                <Codes campaign={campaign} />
              </Panel>
            )}
            <Panel title="发出的券" flush>
              <Held key={campaign.taken} campaign_id={campaign.id} />
            </Panel>
            <History resource={resource} id={row.id} />
          </Parts>
        )
      }}
    </Show>
  )
}
