import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { type CouponCampaign, operatorCoupons } from '#contract/operator/coupons.ts'
import { isApiError } from '#src/api/api-error.ts'
import { fetchFile } from '#src/api/fetch-file.ts'
import { saveAsFile } from '#src/ui/download.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { toast } from '#src/ui/toast.ts'
import styles from './CampaignHolders.module.css'

/** How many there are, and the file of them. */
export function CampaignCodes({ campaign: { id, name, codes, quota } }: { campaign: CouponCampaign }) {
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
        已生成 {codes} 个，总数量 {quota}。文件里有每个码和它的兑换时间；拿到码的人就能兑换，请妥善保管。
      </span>
      <Button icon={<Icon name="download" />} disabled={codes === 0} loading={isPending} onClick={() => mutate()}>
        下载兑换码
      </Button>
    </div>
  )
}
