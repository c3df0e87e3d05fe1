import{C as i}from"./chunk-RBZ33MA6.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
