import type { CouponCampaign } from '#contract/operator/coupons.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import type { Resource } from '#src/admin/resource.ts'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { CampaignCodes } from './CampaignCodes.tsx'
import { CampaignHolders } from './CampaignHolders.tsx'

/** A campaign, its codes, who holds what it gave, and who changed it. */
export default function CampaignShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource}>
      {(row) => {
        const campaign = row as unknown as CouponCampaign // the resource's endpoint answers campaigns
        return (
          <ShowPanels>
            {campaign.how === 'code' && (
              <PagePanel title="兑换码">
                <CampaignCodes campaign={campaign} />
              </PagePanel>
            )}
            <PagePanel title="发出的券" flush>
              <CampaignHolders key={campaign.taken} campaign_id={campaign.id} />
            </PagePanel>
            <RowHistory resource={resource} id={row.id} />
          </ShowPanels>
        )
      }}
    </Show>
  )
}
