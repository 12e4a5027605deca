import type { Activity, ActivityInstance } from '#contract/activities.ts'
import { paths } from '#src/paths.ts'

/** What is pressed: some products and the period they are discounted for, as an activity banner has them (requirements §3). */
export interface ActivitySelection {
  /** Comma-separated where the activity covers several. */
  product_id: string
  discount_type: Activity['product_data']['discount_type']
  activity_id?: string | undefined
}

const toSingleProduct = (productId: string) => (productId.includes(',') ? undefined : productId)

/** A new instance, under the activity where the person may take part in it. */
export const buildActivityCreatePath = ({
  product_id: productId,
  discount_type: discountType,
  activity_id: activityId,
}: ActivitySelection) =>
  paths.createInstance({ product_id: toSingleProduct(productId), charge_rule: discountType, activity_id: activityId })

/** requirements §4: the confirmed instance buys the period itself, or a new one is made where the activity is for new ones only. */
export const buildActivityConfirmPath = (
  wanted: ActivitySelection,
  available: boolean,
  { flavor, instance_name: instanceName }: ActivityInstance,
) =>
  available
    ? paths.alreadyInstance({ gpu_type: flavor.gpu_type, instance_name: instanceName, activity_id: wanted.activity_id })
    : buildActivityCreatePath(wanted)
