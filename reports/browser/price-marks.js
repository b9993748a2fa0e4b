/** reports/browser/price-marks: own orders and fills on a chart of prices, and which fill is under a pointer. */
import { colour } from './charts.js';

/** @import { ChartFill, MarketChart } from '../tearsheet/page-data.ts' */
/** @import Plot from 'uplot' */

/** Pixels from the middle of a mark within which a click means it. */
const REACH = 18;

/** Radius of the ring around the selected fill, pixels. */
const RING = 11;

/**
 * Draws the marks of a market; `selected` gets a ring.
 * @param {Plot} plot
 * @param {MarketChart} market
 * @param {ChartFill | undefined} selected
 */
export function drawMarks(plot, market, selected) {
  const { ctx, bbox } = plot;
  clipped(ctx, bbox, 0, () => drawOrders(plot, market));
  // Marks at the edge are drawn whole.
  clipped(ctx, bbox, RING * devicePixelRatio + 2, () => drawFills(plot, market, selected));
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Plot['bbox']} box
 * @param {number} room
 * @param {() => void} draw
 */
function clipped(ctx, { left, top, width, height }, room, draw) {
  ctx.save();
  ctx.beginPath();
  ctx.rect(left - room, top - room, width + 2 * room, height + 2 * room);
  ctx.clip();
  draw();
  ctx.restore();
}

/**
 * @param {Plot} plot
 * @param {MarketChart} market
 * @param {ChartFill | undefined} selected
 */
function drawFills(plot, market, selected) {
  for (const fill of market.fills) drawFill(plot, fill);
  if (selected !== undefined) drawRing(plot, selected);
}

/**
 * @param {Plot} plot
 * @param {MarketChart} market
 */
function drawOrders({ ctx, valToPos }, { orders }) {
  ctx.globalAlpha = 0.45;
  ctx.lineWidth = 1.5 * devicePixelRatio;
  for (const { from, to, price, isBuy } of orders) {
    const y = valToPos(price, 'y', true);
    ctx.strokeStyle = colour(isBuy ? 'buy' : 'sell');
    ctx.beginPath();
    ctx.moveTo(valToPos(from, 'x', true), y);
    ctx.lineTo(valToPos(to, 'x', true), y);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
}

/**
 * A triangle: up for a purchase, down for a sale; filled for a maker, hollow for a taker.
 * @param {Plot} plot
 * @param {ChartFill} fill
 */
function drawFill({ ctx, valToPos }, { at, price, isBuy, isMaker }) {
  const size = 5 * devicePixelRatio;
  const [x, y] = [valToPos(at, 'x', true), valToPos(price, 'y', true)];
  const up = isBuy ? -1 : 1;
  ctx.beginPath();
  ctx.moveTo(x, y + up * size * 1.1);
  ctx.lineTo(x - size, y - up * size * 0.8);
  ctx.lineTo(x + size, y - up * size * 0.8);
  ctx.closePath();
  ctx.lineWidth = 1.5 * devicePixelRatio;
  ctx.strokeStyle = colour(isBuy ? 'buy' : 'sell');
  ctx.fillStyle = isMaker ? ctx.strokeStyle : colour('paper');
  ctx.fill();
  ctx.stroke();
}

/**
 * @param {Plot} plot
 * @param {ChartFill} fill
 */
function drawRing({ ctx, valToPos }, { at, price }) {
  ctx.beginPath();
  ctx.arc(valToPos(at, 'x', true), valToPos(price, 'y', true), RING * devicePixelRatio, 0, 2 * Math.PI);
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.strokeStyle = colour('ink');
  ctx.stroke();
}

/**
 * The number in the list of the fill that is nearest to a point of the plot; -1 when none is near.
 * @param {Plot} plot
 * @param {readonly ChartFill[]} fills
 * @param {number} left
 * @param {number} top
 */
export function fillAt(plot, fills, left, top) {
  let [nearest, best] = [-1, REACH];
  for (const [index, { at, price }] of fills.entries()) {
    const distance = Math.hypot(plot.valToPos(at, 'x') - left, plot.valToPos(price, 'y') - top);
    if (distance < best) [nearest, best] = [index, distance];
  }
  return nearest;
}
