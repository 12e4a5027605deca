import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { couponStates } from '#contract/coupons.ts'
import { type CouponCampaign, operatorCoupons } from '#contract/operator/coupons.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { MoneyTable } from '#src/admin/MoneyTable.tsx'
import type { Resource } from '#src/admin/resource.ts'
import { SmallPagination } from '#src/admin/SmallPagination.tsx'
import Show from '#src/admin/show/ResourceShowPage.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { PersonLink } from '#src/operator/shared/person-column.tsx'
import { RowHistory } from '#src/operator/shared/RowHistory.tsx'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { saveAsFile } from '#src/ui/download.ts'
import { formatCount } from '#src/ui/format-count.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { ShowPanels } from '#src/ui/ShowPanels.tsx'
import { SkeletonRows } from '#src/ui/SkeletonRows.tsx'
import { TimeText } from '#src/ui/TimeText.tsx'
import { toast } from '#src/ui/toast.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './CampaignShow.module.css'

const pageSize = 10

/** Holders of what a campaign granted, and how much of it was used. */
function CampaignHolders({ campaign_id: campaignId }: { campaign_id: string }) {
  const [page, setPage] = useState(1)
  const query = { campaign_id: campaignId, page, page_size: pageSize }
  const { data, total, error, refetch } = useEndpoint(operatorCoupons.held, { query }, { keep: true })
  return (
    <AsyncView
      data={data}
      error={error}
      errorTitle="加载失败"
      onRetry={() => void refetch()}
      skeleton={<SkeletonRows rows={3} columns={5} />}
    >
      {(held) =>
        held.length === 0 ? (
          <p className={styles.none}>还没有人领到。</p>
        ) : (
          <>
            <MoneyTable
              caption="发出的券"
              heads={['用户', '状态', '获得时间', '到期时间', '已用（元）', '剩余（元）']}
              numbers={4}
              rows={held.map((coupon) => ({
                key: coupon.id,
                cells: [
                  <PersonLink key="owner" person={coupon.owner} />,
                  couponStates[coupon.state],
                  <TimeText key="claimed" at={coupon.claimed_at} />,
                  <TimeText key="until" at={coupon.valid_until} />,
                  <YuanAmount key="spent" amount={coupon.spent} bare />,
                  coupon.remaining === null ? '—' : <YuanAmount key="left" amount={coupon.remaining} bare />,
                ],
              }))}
            />
            <SmallPagination className={styles.pages} page={page} pageSize={pageSize} total={total} onPage={setPage} />
          </>
        )
      }
    </AsyncView>
  )
}

/** The number of codes, with a file download. */
function CampaignCodes({ campaign: { id, name, codes, quota } }: { campaign: CouponCampaign }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => fetchFile(operatorCoupons.codes, { params: { id } }),
    onSuccess: (file) => saveAsFile(file.name ?? `${name}.csv`, file.blob),
    onError: (error) => {
      if (!isApiError(error)) throw error
      toast.error(error.message)
    },
  })
  return (
    <div className={styles.codes}>
      <span>
        已生成 {formatCount(codes)} 个，总数量 {formatCount(quota)}
        。文件里有每个码和它的兑换时间；拿到码的人就能兑换，请妥善保管。
      </span>
      <Button icon={<Icon name="download" />} disabled={codes === 0} loading={isPending} onClick={() => mutate()}>
        下载兑换码
      </Button>
    </div>
  )
}

/** A campaign: its codes, holders and change history. */
export default function CampaignShow({ resource }: { resource: Resource }) {
  return (
    <Show resource={resource} of={operatorCoupons.get}>
      {(campaign) => (
        <ShowPanels>
          {campaign.how === 'code' && (
            <PagePanel title="兑换码">
              <CampaignCodes campaign={campaign} />
            </PagePanel>
          )}
          <PagePanel title="发出的券" flush>
            <CampaignHolders key={campaign.taken} campaign_id={campaign.id} />
          </PagePanel>
          <RowHistory resource={resource} id={campaign.id} />
        </ShowPanels>
      )}
    </Show>
  )
}
