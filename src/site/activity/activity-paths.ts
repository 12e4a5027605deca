import type { Activity, ActivityInstance } from '#contract/activities.ts'
import { paths } from '#src/paths.ts'

/** What is pressed: some products and the period they are discounted for, as an activity banner has them (spec §3). */
export interface ActivityWanted {
  /** Comma-separated where the activity covers several. */
  product_id: string
  discount_type: Activity['product_data']['discount_type']
  activity_id?: string | undefined
}

const onlyProduct = (product_id: string) => (product_id.includes(',') ? undefined : product_id)

/** A new instance, under the activity where the person may take part in it. */
export const createPath = ({ product_id, discount_type, activity_id }: ActivityWanted) =>
  paths.create_instance({ product_id: onlyProduct(product_id), charge_rule: discount_type, activity_id })

/** spec §4: the confirmed instance buys the period itself, or a new one is made where the activity is for new ones only. */
export const confirmPath = (wanted: ActivityWanted, available: boolean, { flavor, instance_name }: ActivityInstance) =>
  available
    ? paths.already_instance({ gpu_type: flavor.gpu_type, instance_name, activity_id: wanted.activity_id })
    : createPath(wanted)
