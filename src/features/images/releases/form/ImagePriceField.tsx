import { Input } from 'antd'
import { Link } from 'react-router-dom'
import { ImagePriceInput } from '#contract/image-releases.ts'
import { limits } from '#contract/limits.ts'
import type { VendorName } from '#contract/vendors.ts'
import { useExampleGpu } from '#src/features/images/community/use-example-gpu.ts'
import { paths } from '#src/paths.ts'
import { currentUser } from '#src/session/current-user.ts'
import { ExampleHourPrice } from '#src/ui/catalogue/ExampleHourPrice.tsx'
import { useStore } from '#src/ui/use-store.ts'
import styles from './PublishImagePage.module.css'

interface Props {
  id?: string
  value?: string
  onChange?: (price: string) => void
  onBlur?: () => void
  /** Vendor of the selected image, for the example price. */
  vendor: VendorName | undefined
}

/** Hourly price, with the total a user would pay. Only creators can set one (product §1). */
export function ImagePriceField({ id, value = '', onChange, onBlur, vendor }: Props) {
  const creator = useStore(currentUser)?.is_creator ?? false
  const gpu = useExampleGpu(vendor)
  const price = ImagePriceInput.safeParse(value).data
  return (
    <>
      <Input
        {...(id && { id })}
        className={styles.price ?? ''}
        prefix="¥"
        {...(creator && { suffix: '/小时' })}
        inputMode="decimal"
        autoComplete="off"
        disabled={!creator}
        value={value}
        onChange={(event) => onChange?.(event.target.value)}
        {...(onBlur && { onBlur })}
      />
      <p className={styles.help}>
        {creator ? (
          <>
            0 为免费；以 0.01 元为一档，最高 {limits.imagePriceMaxFen / 100}{' '}
            元。按实例的运行时间计，与卡数无关；发布后不能改，新版本可以用新价格。
          </>
        ) : (
          <>
            免费发布。<Link to={paths.creativeIncome}>成为创作者</Link>后可以设置价格，收益来自别人使用的现金。
          </>
        )}
        {gpu && price !== undefined && <ExampleHourPrice gpu={gpu} price_hour={price} />}
      </p>
    </>
  )
}
