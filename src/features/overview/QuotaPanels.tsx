import { Link } from 'react-router-dom'
import { coupons } from '#contract/coupons.ts'
import { fileStorage } from '#contract/file-storage.ts'
import { PagePanel } from '#src/admin/layout/PagePanel.tsx'
import { useEndpoint } from '#src/admin/use-endpoint.ts'
import { paths } from '#src/paths.ts'
import { AsyncView } from '#src/ui/AsyncView.tsx'
import { Ring } from '#src/ui/charts/Ring.tsx'
import { formatBytes } from '#src/ui/format-bytes.ts'
import { formatTime } from '#src/ui/format-time.ts'
import { Skeleton } from '#src/ui/Skeleton.tsx'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './QuotaPanels.module.css'

const liveStorage = ['file_storage'] as const
const liveCoupons = ['wallet'] as const
const vouchersShown = 4

const toPercent = (part: number, whole: number) => (whole > 0 ? (part / whole) * 100 : 0)
/** `12%`; little is not nothing. */
const formatPercent = (percent: number) => (percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`)

/** How much file storage is used, in each region. */
function StoragePanel() {
  const { data, error, refetch } = useEndpoint(fileStorage.statistics, {}, { live: liveStorage })
  return (
    <PagePanel title="文件存储" extra={<Link to={paths.fileStorage}>打开</Link>}>
      <AsyncView
        data={data}
        error={error}
        errorTitle="文件存储加载失败"
        onRetry={() => void refetch()}
        skeleton={<Skeleton height={56} />}
      >
        {(regions) => (
          <ul className={styles.quotas}>
            {regions.map(({ region_id: regionId, region_name: name, used_bytes: used, quota_bytes: quota }) => {
              const percent = toPercent(used, quota)
              const words = `已用 ${formatBytes(used)}，共 ${formatBytes(quota)}`
              return (
                <li key={regionId}>
                  <Ring parts={[{ name: '已用', percent }]} label={`${name} ${words}`}>
                    {formatPercent(percent)}
                  </Ring>
                  <span>
                    <Link to={paths.fileStorageAt({ region_id: regionId })}>{name}</Link>
                    <small>{words}</small>
                  </span>
                </li>
              )
            })}
          </ul>
        )}
      </AsyncView>
    </PagePanel>
  )
}

/** How much is left of each voucher, the first to expire first. */
function VoucherPanel() {
  const query = { state: 'usable', kind: 'voucher', sort: 'valid_until', order: 'asc', page_size: vouchersShown } as const
  const { data, total, error, refetch } = useEndpoint(coupons.list, { query }, { live: liveCoupons })
  return (
    <PagePanel title="代金券" extra={<Link to={paths.coupons}>{total > vouchersShown ? `全部 ${total} 张` : '领券中心'}</Link>}>
      <AsyncView
        data={data}
        error={error}
        errorTitle="代金券加载失败"
        onRetry={() => void refetch()}
        skeleton={<Skeleton height={56} />}
      >
        {(vouchers) =>
          vouchers.length === 0 ? (
            <p className={styles.none}>没有可用的代金券。</p>
          ) : (
            <ul className={styles.quotas}>
              {vouchers.map(({ id, name, face, remaining, valid_until: validUntil }) => {
                const [left, whole] = [remaining ?? '0.00', face ?? '0.00']
                const percent = toPercent(Number(left), Number(whole))
                return (
                  <li key={id}>
                    <Ring left parts={[{ name: '剩余', percent }]} label={`${name} 剩余 ¥${left}，面值 ¥${whole}`}>
                      {formatPercent(percent)}
                    </Ring>
                    <span>
                      <Link to={paths.coupon(id)}>{name}</Link>
                      <small>
                        剩 <YuanAmount amount={left} />
                        ，面值 <YuanAmount amount={whole} />
                      </small>
                      <small>{formatTime(validUntil)} 到期</small>
                    </span>
                  </li>
                )
              })}
            </ul>
          )
        }
      </AsyncView>
    </PagePanel>
  )
}

/** Quotas at a glance: storage and vouchers. */
export default function QuotaPanels() {
  return (
    <>
      <StoragePanel />
      <VoucherPanel />
    </>
  )
}
