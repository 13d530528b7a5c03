import { z } from 'zod'

export const time = z.string().describe('ISO 8601, UTC')
