import type { Activity, ActivityInstance } from '#contract/activities.ts'
import { paths } from '#src/paths.ts'

/** The target of a buy button: some products and their discounted period, as in an activity banner (requirements §3). */
export interface ActivitySelection {
  /** Comma-separated if the activity covers several. */
  product_id: string
  discount_type: Activity['product_data']['discount_type']
  activity_id?: string | undefined
}

const toSingleProduct = (productId: string) => (productId.includes(',') ? undefined : productId)

/** Path to order a new instance, under the activity if the user may take part in it. */
export const buildActivityCreatePath = ({
  product_id: productId,
  discount_type: discountType,
  activity_id: activityId,
}: ActivitySelection) =>
  paths.createInstance({ product_id: toSingleProduct(productId), charge_rule: discountType, activity_id: activityId })

/** requirements §4: buys the period for the confirmed instance, or for a new one if the activity is for new ones only. */
export const buildActivityConfirmPath = (
  wanted: ActivitySelection,
  available: boolean,
  { flavor, instance_name: instanceName }: ActivityInstance,
) =>
  available
    ? paths.alreadyInstance({ gpu_type: flavor.gpu_type, instance_name: instanceName, activity_id: wanted.activity_id })
    : buildActivityCreatePath(wanted)
