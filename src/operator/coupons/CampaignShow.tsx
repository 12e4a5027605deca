import type { CouponCampaign } from '#contract/operator/coupons.ts'
import { Panel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { History } from '#src/operator/shared/RowHistory.tsx'
import { Parts } from '#src/operator/shared/ShowPanels.tsx'
import { Codes } from './CampaignCodes.tsx'
import { Held } from './CampaignHolders.tsx'

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
