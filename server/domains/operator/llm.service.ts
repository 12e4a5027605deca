import type { z } from 'zod'
import type { LlmPriceForm, operator_llm_models } from '#contract/operator/llm.ts'
import { createModel, lockModel, pricesOf, setModelOnOffer, updateModel } from '#server/domains/llm/models.service.ts'
import { viewModel } from '#server/domains/llm/operator-models.service.ts'
import { requestChange } from '#server/domains/operator/changes.service.ts'
import { changedFacts, factsOf } from '#server/domains/operator/facts.ts'
import { tokenPriceOf } from '#server/domains/operator/token-price-facts.ts'
import type { Context } from '#server/http/context.ts'

type NewModel = z.output<(typeof operator_llm_models)['create']['body']>
type Changes = z.output<(typeof operator_llm_models)['update']['body']>

export const addLlmModel = (ctx: Context, form: NewModel) =>
  ctx.transaction(async (tx) => {
    const now = ctx.deps.clock.now()
    await createModel(tx.db, form, now)
    ctx.audit({ target_id: form.id, after: factsOf(form) })
    return viewModel(tx.db, form.id, now)
  })

export const editLlmModel = (ctx: Context, id: string, form: Changes) =>
  ctx.transaction(async (tx) => {
    const model = await lockModel(tx.db, id)
    ctx.audit(changedFacts(model, form))
    await updateModel(tx.db, model, form)
    return viewModel(tx.db, id, ctx.deps.clock.now())
  })

export const offerLlmModel = (ctx: Context, id: string, on_offer: boolean) =>
  ctx.transaction(async (tx) => {
    const model = await lockModel(tx.db, id)
    await setModelOnOffer(tx.db, model, on_offer)
    ctx.audit(changedFacts({ on_offer: model.on_offer }, { on_offer }))
    return viewModel(tx.db, id, ctx.deps.clock.now())
  })

export const requestLlmPrice = (ctx: Context, id: string, { reason, ...form }: z.output<typeof LlmPriceForm>) =>
  ctx.transaction(async (tx) => {
    const model = await lockModel(tx.db, id)
    // In the words of the books, so that 2.0 and 2.00 are one price.
    const after = pricesOf(tokenPriceOf(form))
    const shown = ({ input, output }: Readonly<Record<string, string>>) => `${input} / ${output}`
    return requestChange(tx, ctx, {
      kind: 'llm_price',
      target_id: id,
      title: (before) => `${model.name} 调价 ¥${before.input ? shown(before) : '未定价'} → ¥${shown(after)} 每百万词元`,
      after,
      reason,
    })
  })
