import{z as i}from"./chunk-TH2Q52QY.js";function t({player:n}){return i("span",{class:`disc tone-${n.tone}`,"aria-hidden":"true",children:n.initials})}export{t as a};
