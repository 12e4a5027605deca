import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { Activity } from '#contract/activities.ts'
import { toApiUrl } from '#src/api/api-host.ts'
import { useActivityPurchase } from '#src/site/activity/use-activity-purchase.tsx'
import controls from '#src/ui/controls.module.css'
import { formatTime } from '#src/ui/format-time.ts'
import { YuanAmount } from '#src/ui/YuanAmount.tsx'
import styles from './ActivitySlide.module.css'
import { SlideFrame } from './SlideFrame.tsx'

const unitLabels = { day: '天', week: '周' } as const satisfies Record<Activity['product_data']['discount_type'], string>

interface Props {
  activity: Activity
  /** Whether its dialog is open over the page. */
  onDialog: (open: boolean) => void
}

/** A current activity: price, end and the button to take part (requirements §4). */
export default function ActivitySlide({ activity, onDialog }: Props) {
  const {
    id,
    image,
    art,
    activity_title: activityTitle,
    activity_content: activityContent,
    product_data: productData,
    period,
    price_from: priceFrom,
    origin_from: originFrom,
    remaining,
  } = activity
  const { buy, busy, dialog } = useActivityPurchase()
  const open = Boolean(dialog)
  useEffect(() => onDialog(open), [open, onDialog])

  return (
    <>
      <SlideFrame
        image={toApiUrl(image)}
        art={art}
        kicker={`限时活动 · 截至 ${formatTime(activity.ends_at)}${remaining === null ? '' : ` · 余 ${remaining} 份`}`}
        title={activityTitle}
        text={activityContent}
      >
        <p className={styles.price}>
          <YuanAmount amount={priceFrom} as="price" unit={`起 / ${period} ${unitLabels[productData.discount_type]}`} />
          <del className={styles.origin}>
            <span className="visually-hidden">原价</span>
            <YuanAmount amount={originFrom} />
          </del>
        </p>
        <button
          type="button"
          className={`${controls.button} ${controls.primary} ${controls.large}`}
          disabled={busy}
          onClick={() => buy({ ...productData, activity_id: id })}
        >
          参与活动
        </button>
      </SlideFrame>
      {/* outside the slide, which is inert while another one is shown */}
      {dialog && createPortal(dialog, document.body)}
    </>
  )
}
