import { describe, expect, it } from 'vitest'
import { isOperatorAccess } from '#contract/access.ts'
import { allEndpoints } from '#contract/index.ts'
import { operatorCoupons } from '#contract/operator/coupons.ts'

/**
 * What operators change without a fresh proof of who they are: it moves no money, gives nobody a right or a gift and opens
 * nothing sealed; or it only stops what may be going wrong, and nothing should stand in the way of that.
 */
const withoutProof = `
operator_products.create operator_products.update operator_products.on_sale operator_products.off_sale
operator_regions.create operator_regions.update
operator_gpus.restore operator_gpus.remove
operator_hosts.register operator_hosts.drain operator_hosts.undrain operator_hosts.restore operator_hosts.announce operator_hosts.cancel operator_hosts.finish
operator_images.create operator_images.update operator_images.online operator_images.offline
operator_image_reviews.approve operator_image_reviews.reject operator_image_reviews.offline operator_image_reviews.online
operator_originals.approve operator_originals.reject
operator_data_sets.approve operator_data_sets.reject operator_data_sets.offline operator_data_sets.online
operator_data_set_types.create operator_data_set_types.update operator_data_set_types.remove
operator_instances.stop
operator_changes.withdraw
operator_entries.export_task operator_export_tasks.cancel operator_export_tasks.remove operator_export_tasks.download_link
operator_recharges.check
operator_coupons.stop
operator_leads.take operator_leads.assign operator_leads.follow
operator_help_articles.show operator_help_articles.hide
operator_activities.create operator_activities.update operator_activities.show operator_activities.hide
operator_banners.create operator_banners.update operator_banners.remove
operator_opening.skip operator_opening.resume operator_opening.test_sms operator_opening.test_mail operator_opening.test_wechat operator_opening.test_llm
operator_home_message.update operator_home_message.reset
operator_announcements.create operator_announcements.update operator_announcements.cancel
operator_llm_models.create operator_llm_models.update operator_llm_models.on_offer operator_llm_models.off_offer`
  .trim()
  .split(/\s+/)

const changing = allEndpoints.filter(({ endpoint }) => isOperatorAccess(endpoint.access) && endpoint.method !== 'GET')

describe('product §2 Step-up of operators', () => {
  it('is declared by every call that changes something, but those that are known to need none', () => {
    const undeclared = changing.filter(({ endpoint }) => !endpoint.stepUp).map(({ name }) => name)
    expect(undeclared.toSorted()).toEqual(withoutProof.toSorted())
  })

  it('is declared by the download of codes: whoever has the file has what they are worth', () =>
    expect(operatorCoupons.codes.stepUp).toBe(true))

  it('is never declared by a call that anybody may make: there is nobody to prove anything', () => {
    for (const { name, endpoint } of allEndpoints) if (endpoint.stepUp) expect(endpoint.access, name).not.toBe('public')
  })
})
