import type { z } from 'zod'
import { groupThousands } from '#contract/group-thousands.ts'
import type { LlmPriceForm, operatorLlmModels } from '#contract/operator/llm.ts'
import {
  createLlmModel,
  lockLlmModel,
  presentTokenPrice,
  setModelOnOffer,
  updateLlmModel,
} from '#server/domains/llm/models.service.ts'
import { getOperatorLlmModel } from '#server/domains/llm/operator-models.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { diffFacts, toAuditFacts } from '#server/domains/operator/facts.ts'
import { parseTokenPrice } from '#server/domains/operator/token-price-facts.ts'
import type { Context } from '#server/http/context.ts'

type NewModel = z.output<(typeof operatorLlmModels)['create']['body']>
type Changes = z.output<(typeof operatorLlmModels)['update']['body']>

export const addLlmModelAsOperator = (ctx: Context, form: NewModel) =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    await createLlmModel(tx.db, form, now)
    ctx.audit({ target_id: form.id, after: toAuditFacts(form) })
    return getOperatorLlmModel(tx.db, form.id, now)
  })

export const editLlmModel = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    const model = await lockLlmModel(tx.db, id)
    ctx.audit(diffFacts(model, form))
    await updateLlmModel(tx.db, model, form)
    return getOperatorLlmModel(tx.db, id, ctx.deps.clock.now())
  })

export const setLlmModelOffered = (ctx: Context, id: string, onOffer: boolean) =>
  ctx.transaction(async (tx) => {
    const model = await lockLlmModel(tx.db, id)
    await setModelOnOffer(tx.db, model, onOffer)
    ctx.audit(diffFacts({ on_offer: model.on_offer }, { on_offer: onOffer }))
    return getOperatorLlmModel(tx.db, id, ctx.deps.clock.now())
  })

export const requestLlmPrice = (ctx: Context, id: string, { reason, ...form }: z.output<typeof LlmPriceForm>) =>
  ctx.transaction(async (tx) => {
    const model = await lockLlmModel(tx.db, id)
    // Normalise to the stored form, so that 2.0 and 2.00 are the same price.
    const after = presentTokenPrice(parseTokenPrice(form))
    const shown = ({ input, output }: Readonly<Record<string, string>>) =>
      [input, output].map((price = '') => groupThousands(price)).join(' / ')
    return requestChange(tx, ctx, {
      kind: 'llm_price',
      target_id: id,
      title: (before) =>
        before.input
          ? `${model.name} 调价 ¥${shown(before)} → ¥${shown(after)} 每百万词元`
          : `${model.name} 首次定价 ¥${shown(after)} 每百万词元`,
      after,
      reason,
    })
  })
